import { useState } from 'react'
import type { AutomationDraft } from '#app/features/automations/draft.ts'
import { ScheduleFields } from '#app/features/automations/ui/schedule-fields.tsx'
import { eventGroups, eventLabel, orderedEvents, type EventType } from '#app/features/events/labels.ts'
import { Combobox } from '#app/ui/forms/combobox.tsx'
import { FieldMessages, describedBy } from '#app/ui/forms/field-messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'
import { Chips, focusAdder } from '#app/ui/forms/id-picker.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ScriptedVariant, UpdateFields } from '#app/ui/forms/structured.tsx'

const PATH = 'trigger.events'

type Props = {
  events: readonly EventType[]
  schedule: AutomationDraft['schedule']
  onEvents(events: EventType[]): void
  onSchedule(schedule: AutomationDraft['schedule']): void
  refusal: FormRefusal | undefined
  now: string
}

/** Renders the fields for the triggers: a picker with the chosen events, and the schedule. */
export function TriggerFields({ events, schedule, onEvents, onSchedule, refusal, now }: Props) {
  const error = refusal?.issues.find(({ path }) => path === PATH || path.startsWith(`${PATH}.`))?.message
  return (
    <>
      <ScriptedVariant
        legend="Events"
        hidden={events.map((type) => (
          <input key={type} type="hidden" name={`${PATH}.${type}`} value="yes" />
        ))}
        plain={<EventCheckboxes {...{ events, onEvents, error }} />}
      >
        <EventPicker {...{ events, onEvents, error }} />
      </ScriptedVariant>
      <ScheduleFields isOn={events.includes('SCHEDULE')} {...{ schedule, onSchedule, refusal, now }} />
    </>
  )
}

type EventsProps = Pick<Props, 'events' | 'onEvents'> & { error: string | undefined }

const groupOf = (type: EventType) => eventGroups.find(({ events }) => Object.hasOwn(events, type))?.name
const choices = orderedEvents.map((value) => ({ value, name: eventLabel(value).name, note: groupOf(value) }))

/** Renders the chosen events, with a search for more. The search is hidden while it is not needed. */
function EventPicker({ events, onEvents, error: given }: EventsProps) {
  const [isAdding, setAdding] = useState(false)
  const { id, error } = useFieldState(PATH, given)
  const isOpen = isAdding || events.length === 0
  const set = (next: EventType[]) => {
    setAdding(false)
    onEvents(next)
  }
  return (
    <div>
      <FieldMessages id={id} error={error} />
      <div className="flex flex-wrap items-center gap-2">
        <Chips
          label="Triggers"
          of={choices.filter(({ value }) => events.includes(value))}
          onRemove={(gone) => set(events.filter((one) => one !== gone))}
        />
        {isOpen ? (
          <div className="min-w-0 grow">
            <label htmlFor={id} className="sr-only">
              Trigger
            </label>
            <Combobox
              id={id}
              aria={{
                'aria-invalid': error ? true : undefined,
                'aria-describedby': describedBy(id, undefined, error),
              }}
              choices={choices.filter(({ value }) => !events.includes(value))}
              text=""
              placeholder="Search events, such as “joins”"
              empty="No events match. Try another word."
              onChoose={(type) => {
                set([...events, type as EventType])
                focusAdder(document.getElementById(id)!.closest('fieldset')!)
              }}
              onLeave={() => setAdding(false)}
            />
          </div>
        ) : (
          <button
            type="button"
            id={id}
            data-adds
            className="button small"
            onClick={({ currentTarget }) => {
              focusAdder(currentTarget.closest('fieldset')!)
              setAdding(true)
            }}
          >
            Add trigger
          </button>
        )}
      </div>
    </div>
  )
}

/** Renders a checkbox for each event, by group, for use without scripts. */
function EventCheckboxes({ events, onEvents, error: given }: EventsProps) {
  const { id, error } = useFieldState(PATH, given)
  return (
    <div id={id}>
      <FieldMessages id={id} error={error} />
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {eventGroups.map((group) => (
          <fieldset key={group.name} className="min-w-0">
            <legend className="label">{group.name}</legend>
            {(Object.keys(group.events) as EventType[]).map((type) => (
              <label key={type} className="flex min-h-9 items-center gap-3">
                <input
                  type="checkbox"
                  name={`${PATH}.${type}`}
                  value="yes"
                  checked={events.includes(type)}
                  onChange={({ target }) =>
                    onEvents(target.checked ? [...events, type] : events.filter((one) => one !== type))
                  }
                  className="size-6 shrink-0"
                  aria-invalid={error ? true : undefined}
                  aria-describedby={describedBy(id, undefined, error)}
                />
                {eventLabel(type).name}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <UpdateFields />
    </div>
  )
}
