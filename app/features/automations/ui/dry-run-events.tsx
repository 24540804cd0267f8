import { DATE_LOCALE } from '#app/primitives/dates.ts'
import { useState } from 'react'
import { eventLabel, orderedEvents, type EventType } from '#app/features/events/labels.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { Options } from '#app/ui/forms/field.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Labelled, Radio } from '#app/ui/forms/field-messages.tsx'

type Props = {
  form: string
  recent: LoggedEvent[]
  /** Initial value of a custom event. */
  example: object
  first: EventType | undefined
  values: Record<string, string> | undefined
  refusal: FormRefusal | undefined
}

const eventChoices = [
  { value: 'sample', name: 'Sample event' },
  { value: 'recent', name: 'Recent event' },
  { value: 'own', name: 'Custom event' },
] as const

const samples = orderedEvents.map((value) => ({ value, name: eventLabel(value).name }))

/** Renders the fields that select the event for a dry run. */
export function DryRunEvents({ form, recent, example, first, values, refusal }: Props) {
  const [way, setWay] = useState(values?.try ?? 'sample')
  const errorAt = (name: string) =>
    refusal?.issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
  return (
    <>
      <fieldset>
        <legend className="label">Test event</legend>
        <div className="mt-1.5 flex flex-wrap gap-x-6">
          {eventChoices.map(({ value, name }) => (
            <Radio
              key={value}
              name="try"
              form={form}
              value={value}
              checked={way === value}
              onChange={() => setWay(value)}
            >
              {name}
            </Radio>
          ))}
        </div>
      </fieldset>
      <div className="mt-4 grid max-w-2xl gap-4">
        <Labelled label="Event" {...partOf(way === 'sample')}>
          {(id) => (
            <select
              id={id}
              name="sample"
              form={form}
              className="input mt-1.5"
              defaultValue={values?.sample ?? first}
              key={first}
            >
              <Options of={samples} />
            </select>
          )}
        </Labelled>
        <Labelled label="Recent events" error={errorAt('event_id')} {...partOf(way === 'recent')}>
          {(id, aria) => (
            <select
              id={id}
              name="event_id"
              form={form}
              className="input mt-1.5"
              defaultValue={values?.event_id}
              {...aria}
            >
              {recent.length === 0 && <option value="">No events reported yet</option>}
              <Options of={recent.map((event) => ({ value: event.id, name: eventLine(event) }))} />
            </select>
          )}
        </Labelled>
        <Labelled
          label="Event as JSON"
          hint="Only type is required. Optional fields: actor, target, channel and data."
          error={errorAt('event')}
          {...partOf(way === 'own')}
        >
          {(id, aria) => (
            <textarea
              id={id}
              name="event"
              form={form}
              rows={8}
              spellCheck={false}
              className="input mt-1.5 font-code text-[0.9375rem]"
              defaultValue={values?.event ?? JSON.stringify(example, null, 2)}
              {...aria}
            />
          )}
        </Labelled>
      </div>
    </>
  )
}

/**
 * Returns the props that show or hide a part. Without JavaScript, all parts are visible because a choice cannot reveal
 * them.
 */
const partOf = (isOn: boolean) => ({ className: 'min-w-0', ...(isOn ? {} : { 'data-unscripted': true }) })

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
