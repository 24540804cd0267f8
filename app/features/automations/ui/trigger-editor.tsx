import { DATE_LOCALE } from '#app/primitives/dates.ts'
import { useId } from 'react'
import { describeCron, nextRuns } from '#app/features/automations/describe-cron.ts'
import type { AutomationDraft } from '#app/features/automations/draft.ts'
import { eventGroups, eventLabel, type EventType } from '#app/features/events/labels.ts'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'
import { Labelled, FieldMessages, describedBy } from '#app/ui/forms/field-messages.tsx'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'

type Schedule = AutomationDraft['schedule']
type Props = {
  events: readonly EventType[]
  schedule: Schedule
  onEvents(events: EventType[]): void
  onSchedule(schedule: Schedule): void
  refusal: FormRefusal | undefined
  now: string
}

/** Renders the fields for the triggers: checkboxes of events by group, and the schedule. */
export function TriggerFields({ events, schedule, onEvents, onSchedule, refusal, now }: Props) {
  const id = useId()
  const error = refusal?.issues.find(({ path }) => /^trigger\.events(\.|$)/.test(path))?.message
  const tick = (type: EventType, isOn: boolean) =>
    onEvents(isOn ? [...events, type] : events.filter((one) => one !== type))
  return (
    <div className="space-y-6">
      <FieldMessages id={id} error={error} />
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {eventGroups.map((group) => (
          <fieldset key={group.name} className="min-w-0">
            <legend className="label">{group.name}</legend>
            <div className="mt-1">
              {(Object.keys(group.events) as EventType[]).map((type) => (
                <label key={type} className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name={`trigger.events.${type}`}
                    value="yes"
                    checked={events.includes(type)}
                    onChange={({ target }) => tick(type, target.checked)}
                    className="size-6 shrink-0"
                    aria-invalid={error ? true : undefined}
                    aria-describedby={describedBy(id, undefined, error)}
                  />
                  {eventLabel(type).name}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <ScheduleFields
        isOn={events.includes('SCHEDULE')}
        schedule={schedule}
        onSchedule={onSchedule}
        refusal={refusal}
        now={now}
      />
    </div>
  )
}

type ScheduleProps = Pick<Props, 'schedule' | 'onSchedule' | 'refusal' | 'now'> & { isOn: boolean }

/**
 * Renders the fields of a schedule. Without JavaScript, the fields are always visible because the checkbox cannot
 * reveal them.
 */
function ScheduleFields({ isOn, schedule, onSchedule, refusal, now }: ScheduleProps) {
  const alive = useHydrated()
  const list = useId()
  const words = describeCron(schedule.cron)
  return (
    <fieldset
      className="min-w-0 border-l-4 border-sign pl-4"
      {...(isOn ? {} : alive ? { hidden: true } : { 'data-unscripted': true })}
    >
      <legend className="label">Schedule</legend>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <Line
          label="Cron expression"
          name="trigger.schedule.cron"
          hint="Five fields: minute, hour, day, month and weekday. For example, 0 16 * * 5 is every Friday at 16:00."
          value={schedule.cron}
          onChange={(cron) => onSchedule({ ...schedule, cron })}
          refusal={refusal}
        />
        <Line
          label="Time zone"
          name="trigger.schedule.timezone"
          hint="IANA time zone, such as Europe/Paris or UTC."
          value={schedule.timezone}
          onChange={(timezone) => onSchedule({ ...schedule, timezone })}
          refusal={refusal}
          list={list}
        />
      </div>
      <datalist id={list}>
        {alive &&
          ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => <option key={zone} value={zone} />)}
      </datalist>
      {words && <p className="mt-3">{words.charAt(0).toUpperCase() + words.slice(1)}.</p>}
      <UpcomingRuns schedule={schedule} now={now} />
    </fieldset>
  )
}

type LineProps = {
  label: string
  name: string
  hint: string
  value: string
  onChange(value: string): void
  refusal: FormRefusal | undefined
  list?: string
}

const Line = ({ label, name, hint, onChange, refusal, ...input }: LineProps) => (
  <Labelled label={label} hint={hint} error={issueAt(refusal?.issues, name)} className="min-w-0">
    {(id, aria) => (
      <input
        id={id}
        name={name}
        {...input}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        spellCheck={false}
        className="input mt-1.5"
        {...aria}
      />
    )}
  </Labelled>
)

/** Renders the next five runs in the schedule's time zone. */
function UpcomingRuns({ schedule, now }: { schedule: Schedule; now: string }) {
  const times = upcomingTimes(schedule, new Date(now))
  if (!times?.length)
    return (
      <p className="mt-2 text-muted">
        {times
          ? 'This schedule never runs. Choose a date that exists.'
          : 'Enter five fields, such as 0 16 * * 5.'}
      </p>
    )
  return (
    <>
      <p className="mt-2 text-muted">Next runs in the {schedule.timezone} time zone:</p>
      <ol className="text-soft">
        {times.map(({ at, said }) => (
          <li key={at}>
            <time dateTime={at}>{said}</time>
          </li>
        ))}
      </ol>
    </>
  )
}

function upcomingTimes(schedule: Schedule, now: Date) {
  try {
    const format = new Intl.DateTimeFormat(DATE_LOCALE, {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: schedule.timezone,
    })
    return nextRuns(schedule, now, 5).map((at) => ({ at: at.toISOString(), said: format.format(at) }))
  } catch {
    return null
  }
}
