import { Cron } from 'croner'

export type Schedule = { cron: string; timezone: string }

/** The next times of a schedule after `from`, fewer where it ends. Throws for what is no schedule. */
export const nextRuns = (schedule: Schedule, from: Date, count: number): Date[] =>
  new Cron(schedule.cron, { timezone: schedule.timezone, mode: '5-part', paused: true }).nextRuns(count, from)
