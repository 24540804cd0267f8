import { MINUTE } from '#app/primitives/time.ts'

/** Formats a time in a time zone as the value of a `datetime-local` field: `2026-12-01T09:00`. */
export function localTime(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const part = (name: string) => parts.find(({ type }) => type === name)!.value
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** Checks whether a `datetime-local` value is an existing date before the year 9999, which leaves room for offsets. */
export function isLocalTime(local: string): boolean {
  const at = Date.parse(`${local}Z`)
  return local < '9999' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(local)
}

/**
 * Returns the time of a `datetime-local` value in a time zone. When clocks are set back, a repeated time is its first
 * occurrence. When they are set forward, a skipped time counts from before the change.
 */
export function fromLocalTime(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local}Z`)
  const offsetAt = (at: number) => Date.parse(`${localTime(new Date(at), timeZone)}Z`) - at
  const wanted = Math.floor(asUtc / MINUTE) * MINUTE
  // No zone is more than 14 hours from UTC, so these offsets are from before and after any change near the time.
  const [before, after] = [offsetAt(wanted - 24 * 60 * MINUTE), offsetAt(wanted + 24 * 60 * MINUTE)]
  const times = [wanted - before, wanted - after].filter((at) => offsetAt(at) === wanted - at)
  return new Date(times.length ? Math.min(...times) : wanted - before)
}
