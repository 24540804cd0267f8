/** Schedule that the console edits without cron syntax. `weekday` is from 0 (Sunday), `day` is a day of the month or `L`. */
export type SimpleSchedule = {
  every: 'day' | 'weekdays' | 'week' | 'month'
  weekday: string
  day: string
  time: string
}

/** Reads a cron expression as a simple schedule. Returns null for other expressions. */
export function readSimple(cron: string): SimpleSchedule | null {
  const [, minute = '', hour = '', day = '', weekday = ''] =
    /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}|L) \* (\*|1-5|[0-7])$/.exec(cron.trim()) ?? []
  if (!minute || Number(minute) > 59 || Number(hour) > 23 || (day !== '*' && weekday !== '*')) return null
  if (day !== '*' && day !== 'L' && (Number(day) < 1 || Number(day) > 31)) return null
  const every = day !== '*' ? 'month' : weekday === '*' ? 'day' : weekday === '1-5' ? 'weekdays' : 'week'
  return {
    every,
    weekday: every === 'week' ? String(Number(weekday) % 7) : '1',
    day: every === 'month' ? day.replace(/^0(?=\d)/, '') : '1',
    time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
  }
}

/** Writes a simple schedule as a cron expression. */
export function writeSimple({ every, weekday, day, time }: SimpleSchedule): string {
  const [hour, minute] = time.split(':').map(Number)
  const on = { day: '* * *', weekdays: '* * 1-5', week: `* * ${weekday}`, month: `${day} * *` }
  return `${minute} ${hour} ${on[every]}`
}
