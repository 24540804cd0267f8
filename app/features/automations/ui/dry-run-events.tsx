import { useId, useState, type ReactNode } from 'react'
import { eventWords, orderedEvents, type EventType } from '#app/features/events/labels.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Told, told } from '#app/ui/forms/field-messages.tsx'

type Props = {
  form: string
  recent: LoggedEvent[]
  /** What an event of one’s own begins as. */
  example: object
  first: EventType | undefined
  values: Record<string, string> | undefined
  refusal: FormRefusal | undefined
}

const ways = [
  { value: 'sample', name: 'A made-up event' },
  { value: 'recent', name: 'Something that happened' },
  { value: 'own', name: 'An event of your own' },
] as const

/** Which event to try with. */
export function DryRunEvents({ form, recent, example, first, values, refusal }: Props) {
  const id = useId()
  const [way, setWay] = useState(values?.try ?? 'sample')
  const errorAt = (name: string) =>
    refusal?.issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
  return (
    <>
      <fieldset>
        <legend className="label">Try it with</legend>
        <div className="mt-1.5 flex flex-wrap gap-x-6">
          {ways.map(({ value, name }) => (
            <label key={value} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="try"
                form={form}
                value={value}
                checked={way === value}
                onChange={() => setWay(value)}
                className="size-6"
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-4 grid max-w-2xl gap-4">
        <Part isOn={way === 'sample'}>
          <label htmlFor={`${id}-sample`} className="label">
            Event
          </label>
          <select
            id={`${id}-sample`}
            name="sample"
            form={form}
            className="input mt-1.5"
            defaultValue={values?.sample ?? first}
            key={first}
          >
            {orderedEvents.map((type) => (
              <option key={type} value={type}>
                {eventWords(type).name}
              </option>
            ))}
          </select>
        </Part>
        <Part isOn={way === 'recent'}>
          <label htmlFor={`${id}-recent`} className="label">
            What happened lately
          </label>
          <Told id={`${id}-recent`} error={errorAt('event_id')} />
          <select
            id={`${id}-recent`}
            name="event_id"
            form={form}
            className="input mt-1.5"
            defaultValue={values?.event_id}
            aria-invalid={errorAt('event_id') ? true : undefined}
            aria-describedby={told(`${id}-recent`, undefined, errorAt('event_id'))}
          >
            {recent.length === 0 && <option value="">Nothing has been reported yet</option>}
            {recent.map((event) => (
              <option key={event.id} value={event.id}>
                {eventLine(event)}
              </option>
            ))}
          </select>
        </Part>
        <Part isOn={way === 'own'}>
          <label htmlFor={`${id}-own`} className="label">
            The event as JSON
          </label>
          <Told
            id={`${id}-own`}
            hint="Only type is needed; actor, target, channel and data are what the event holds."
            error={errorAt('event')}
          />
          <textarea
            id={`${id}-own`}
            name="event"
            form={form}
            rows={8}
            spellCheck={false}
            className="input mt-1.5 font-code text-[0.9375rem]"
            defaultValue={values?.event ?? JSON.stringify(example, null, 2)}
            aria-invalid={errorAt('event') ? true : undefined}
            aria-describedby={told(`${id}-own`, 'hint', errorAt('event'))}
          />
        </Part>
      </div>
    </>
  )
}

/** Without a script all parts show: nothing could bring them when another way is chosen. */
const Part = ({ isOn, children }: { isOn: boolean; children: ReactNode }) => (
  <div className="min-w-0" {...(isOn ? {} : { 'data-unscripted': true })}>
    {children}
  </div>
)

const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const eventLine = ({ occurred_at, type, actor, channel }: LoggedEvent) =>
  [
    `${format.format(new Date(occurred_at))}: ${eventWords(type).name}`,
    actor && `by ${actor.name}`,
    channel && `in ${channel.name}`,
  ]
    .filter(Boolean)
    .join(', ')
