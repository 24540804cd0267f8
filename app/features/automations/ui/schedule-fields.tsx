import { Suspense, useId, useState, type ReactNode } from 'react'
import { describeCron } from '#app/features/automations/schedule/describe-cron.ts'
import type { AutomationDraft } from '#app/features/automations/draft.ts'
import {
  readSimple,
  writeSimple,
  type SimpleSchedule,
} from '#app/features/automations/schedule/simple-schedule.ts'
import { UpcomingRuns } from '#app/features/automations/ui/upcoming-runs.tsx'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'
import { Options } from '#app/ui/forms/field.tsx'
import { Labelled } from '#app/ui/forms/field-messages.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'

type Schedule = AutomationDraft['schedule']

const repeats = [
  { value: 'day', name: 'Every day' },
  { value: 'weekdays', name: 'Weekdays' },
  { value: 'week', name: 'Weekly' },
  { value: 'month', name: 'Monthly' },
  { value: 'cron', name: 'Advanced (cron)' },
] as const
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
  (name, index) => ({ value: String(index), name }),
)
const orderedWeekdays = [...weekdays.slice(1), weekdays[0]!]
const days = [
  ...Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), name: String(index + 1) })),
  { value: 'L', name: 'Last day' },
]
const initial: SimpleSchedule = { every: 'week', weekday: '5', day: '1', time: '16:00' }

type Props = {
  isOn: boolean
  schedule: Schedule
  onSchedule(schedule: Schedule): void
  refusal: FormRefusal | undefined
  now: string
}

/**
 * Renders the fields of a schedule: days and a time, or a cron expression. Without scripts, only the cron expression, after
 * the form was sent with the trigger.
 */
export function ScheduleFields({ isOn, schedule, onSchedule, refusal, now }: Props) {
  const alive = useHydrated()
  const zones = useId()
  const read = readSimple(schedule.cron)
  const [isAdvanced, setAdvanced] = useState(read === null)
  const simple = read ?? initial
  const set = (part: Partial<SimpleSchedule>) =>
    onSchedule({ ...schedule, cron: writeSimple({ ...simple, ...part }) })
  const setRepeats = (value: (typeof repeats)[number]['value']) => {
    setAdvanced(value === 'cron')
    if (value !== 'cron') set({ every: value })
  }
  const isCron = isAdvanced || !alive
  const words = describeCron(schedule.cron)
  // Without scripts, fields that are not visible are not sent, so that a schedule is never saved unseen.
  if (!isOn && !alive) return null
  return (
    <fieldset className="mt-4 min-w-0 border-t border-line pt-3" hidden={!isOn}>
      <legend className="sr-only">Schedule</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {alive && (
          <>
            <Choice
              label="Repeats"
              value={isAdvanced ? 'cron' : simple.every}
              options={repeats}
              onChange={setRepeats}
            />
            {!isAdvanced && (
              <>
                {simple.every === 'week' && (
                  <Choice
                    label="Weekday"
                    value={simple.weekday}
                    options={orderedWeekdays}
                    onChange={(weekday) => set({ weekday })}
                  />
                )}
                {simple.every === 'month' && (
                  <Choice
                    label="Day of the month"
                    value={simple.day}
                    options={days}
                    onChange={(day) => set({ day })}
                  />
                )}
                <Part label="Time">
                  {(id) => (
                    <input
                      id={id}
                      type="time"
                      value={simple.time}
                      required
                      className="input mt-1.5"
                      onChange={({ target }) => target.value && set({ time: target.value })}
                    />
                  )}
                </Part>
              </>
            )}
          </>
        )}
        <Line
          label="Cron expression"
          name="trigger.schedule.cron"
          hint="Minute, hour, day, month and weekday. For example, 0 16 * * 5 is every Friday at 16:00."
          value={schedule.cron}
          onChange={(cron) => onSchedule({ ...schedule, cron })}
          refusal={refusal}
          className={isCron ? 'col-span-2 min-w-0' : 'hidden'}
        />
        <Line
          label="Time zone"
          name="trigger.schedule.timezone"
          value={schedule.timezone}
          onChange={(timezone) => onSchedule({ ...schedule, timezone })}
          refusal={refusal}
          list={zones}
          className="min-w-0"
        />
      </div>
      <datalist id={zones}>
        {alive &&
          ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => <option key={zone} value={zone} />)}
      </datalist>
      {words && isCron && <p className="mt-2">{words.charAt(0).toUpperCase() + words.slice(1)}.</p>}
      {isOn && (
        <Suspense>
          <UpcomingRuns schedule={schedule} now={now} />
        </Suspense>
      )}
    </fieldset>
  )
}

const Part = ({ label, children }: { label: string; children(id: string): ReactNode }) => (
  <Labelled label={label} className="min-w-0">
    {(id) => children(id)}
  </Labelled>
)

type ChoiceProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; name: string }[]
  onChange(value: T): void
}

const Choice = <T extends string>({ label, value, options, onChange }: ChoiceProps<T>) => (
  <Part label={label}>
    {(id) => (
      <select
        id={id}
        value={value}
        className="input mt-1.5"
        onChange={({ target }) => onChange(options[target.selectedIndex]!.value)}
      >
        <Options of={options} />
      </select>
    )}
  </Part>
)

type LineProps = {
  label: string
  name: string
  hint?: string
  value: string
  onChange(value: string): void
  refusal: FormRefusal | undefined
  list?: string
  className: string
}

const Line = ({ label, name, hint, onChange, refusal, className, ...input }: LineProps) => (
  <Labelled
    label={label}
    {...(hint ? { hint } : {})}
    path={name}
    error={issueAt(refusal?.issues, name)}
    className={className}
  >
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
