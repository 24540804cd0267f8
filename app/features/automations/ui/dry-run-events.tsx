import { DATE_LOCALE } from '#app/primitives/dates.ts'
import { useState } from 'react'
import { eventLabel, orderedEvents, type EventType } from '#app/features/events/labels.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'
import { Options } from '#app/ui/forms/field.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Labelled } from '#app/ui/forms/field-messages.tsx'

type Props = {
  form: string
  recent: LoggedEvent[]
  /** Initial value of a custom event. */
  example: object
  /** Events that trigger the automation. */
  events: readonly EventType[]
  values: Record<string, string> | undefined
  refusal: FormRefusal | undefined
}

/**
 * Renders the fields that select the event for a dry run: a sample or a recent event of a trigger, or a custom event.
 * Without scripts, offers samples of all events, and the field for a custom event is always visible.
 */
export function DryRunEvents({ form, recent, example, events, values, refusal }: Props) {
  const alive = useHydrated()
  const [chosen, setChosen] = useState(values?.try)
  const errorAt = (name: string) =>
    refusal?.issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
  const sampled = alive && events.length ? events : [...new Set([...events, ...orderedEvents])]
  const samples = sampled.map((type) => ({ value: `sample:${type}`, name: eventLabel(type).name }))
  const happened = recent
    .filter(({ type }) => !alive || events.includes(type))
    .map((event) => ({ value: `recent:${event.id}`, name: eventLine(event) }))
  const isOffered = chosen === 'own' || [...samples, ...happened].some(({ value }) => value === chosen)
  const choice = isOffered ? chosen : samples[0]!.value
  return (
    <div className="space-y-3">
      <Labelled label="Test event" error={errorAt('event_id')}>
        {(id, aria) => (
          <select
            id={id}
            name="try"
            form={form}
            className="input mt-1.5"
            value={choice}
            onChange={({ target }) => setChosen(target.value)}
            {...aria}
          >
            <optgroup label="Sample events">
              <Options of={samples} />
            </optgroup>
            {happened.length > 0 && (
              <optgroup label="Recent events">
                <Options of={happened} />
              </optgroup>
            )}
            <option value="own">Custom event (JSON)</option>
          </select>
        )}
      </Labelled>
      <Labelled
        label="Event as JSON"
        hint="Only type is required. Optional fields: actor, target, channel and data."
        error={errorAt('event')}
        {...(choice === 'own' ? {} : alive ? { hidden: true } : { 'data-unscripted': true })}
      >
        {(id, aria) => (
          <textarea
            id={id}
            name="event"
            form={form}
            rows={6}
            spellCheck={false}
            className="input mt-1.5 font-code text-sm"
            defaultValue={values?.event ?? JSON.stringify(example, null, 2)}
            {...aria}
          />
        )}
      </Labelled>
    </div>
  )
}

const format = new Intl.DateTimeFormat(DATE_LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const eventLine = ({ occurred_at, type, actor, channel }: LoggedEvent) =>
  [
    `${format.format(new Date(occurred_at))}: ${eventLabel(type).name}`,
    actor && `by ${actor.name}`,
    channel && `in ${channel.name}`,
  ]
    .filter(Boolean)
    .join(', ')
