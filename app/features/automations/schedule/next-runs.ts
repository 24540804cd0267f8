import { Cron } from 'croner'

type Schedule = { cron: string; timezone: string }

/** Returns the next runs of a schedule after `from`, at most `count`. Throws for an invalid schedule. */
export const nextRuns = (schedule: Schedule, from: Date, count: number): Date[] =>
  new Cron(schedule.cron, { timezone: schedule.timezone, mode: '5-part', paused: true }).nextRuns(count, from)
