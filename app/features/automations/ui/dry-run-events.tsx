import { parseLimited } from '#app/primitives/bounded-json.ts'
import { DATE_LOCALE } from '#app/primitives/dates.ts'
import { useState } from 'react'
import { eventLabel, orderedEvents, type EventType } from '#app/features/events/labels.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
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
 * Without a trigger, offers all events. Without scripts, the field for a custom event is always visible.
 */
export function DryRunEvents({ form, recent, example, events, values, refusal }: Props) {
  const alive = useHydrated()
  const [chosen, setChosen] = useState(values?.try)
  const errorAt = (name: string) =>
    refusal?.issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
  const sampled = events.length ? events : orderedEvents
  const samples = sampled.map((type) => ({ value: `sample:${type}`, name: eventLabel(type).name }))
  const happened = recent
    .filter(({ type }) => sampled.includes(type))
    .map((event) => ({ value: `recent:${event.id}`, name: eventLine(event) }))
  const isOffered = chosen === 'own' || [...samples, ...happened].some(({ value }) => value === chosen)
  const choice = isOffered ? chosen : samples[0]!.value
  // An event that was offered, and not chosen, is offered again for the first trigger.
  const typed = choice === 'own' || isOfType(values?.event, events[0]) ? values?.event : undefined
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
            defaultValue={typed ?? JSON.stringify(example, null, 2)}
            {...aria}
          />
        )}
      </Labelled>
    </div>
  )
}

/** Checks whether an event as JSON has a type. Any type is accepted if there is no trigger. */
function isOfType(text: string | undefined, type: EventType | undefined): boolean {
  try {
    return !type || (parseLimited(text ?? '') as { type?: unknown } | null)?.type === type
  } catch {
    return true
  }
}

const format = new Intl.DateTimeFormat(DATE_LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
})

/** Describes an event in a line: its time, type, person and channel. */
export const eventLine = ({ occurred_at, type, actor, channel }: GatewayEvent) =>
  [
    `${format.format(new Date(occurred_at))}: ${eventLabel(type).name}`,
    actor && `by ${actor.name}`,
    channel && `in ${channel.name}`,
  ]
    .filter(Boolean)
    .join(', ')
