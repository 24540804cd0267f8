import { lazy } from 'react'
import type { AutomationDraft } from '#app/features/automations/draft.ts'
import { DATE_LOCALE } from '#app/primitives/dates.ts'

type Schedule = AutomationDraft['schedule']

/** Renders the next three runs in the schedule's time zone. Loads the cron library, which is large. */
export const UpcomingRuns = lazy(async () => {
  const { nextRuns } = await import('#app/features/automations/schedule/next-runs.ts')

  function timesOf(schedule: Schedule, now: Date) {
    try {
      const format = new Intl.DateTimeFormat(DATE_LOCALE, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: schedule.timezone,
      })
      return nextRuns(schedule, now, 3).map((at) => ({ at: at.toISOString(), said: format.format(at) }))
    } catch {
      return null
    }
  }

  return {
    default({ schedule, now }: { schedule: Schedule; now: string }) {
      const times = timesOf(schedule, new Date(now))
      if (!times?.length)
        return (
          <p className="mt-2 text-muted">
            {times
              ? 'This schedule never runs. Choose a date that exists.'
              : 'Enter five fields, such as 0 16 * * 5, and an existing time zone.'}
          </p>
        )
      return (
        <>
          <p className="mt-3 text-muted">Next runs ({schedule.timezone}):</p>
          <ol className="flex flex-wrap gap-x-5 text-soft">
            {times.map(({ at, said }) => (
              <li key={at}>
                <time dateTime={at}>{said}</time>
              </li>
            ))}
          </ol>
        </>
      )
    },
  }
})
