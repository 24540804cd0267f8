/** Locale of dates: day, month and year. All other texts are in American English. */
export const DATE_LOCALE = 'en-GB'

const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat(DATE_LOCALE, day)

/** Formats a day, `YYYY-MM-DD` or longer: “25 November 2026”. `locale` is a BCP 47 tag. */
export const formatDay = (date: string, locale = DATE_LOCALE): string =>
  (locale === DATE_LOCALE ? dayFormat : new Intl.DateTimeFormat(locale, day)).format(new Date(date))

const parts = {
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'shortOffset',
} as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const zones = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string) {
  const known = zones.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat(DATE_LOCALE, { ...parts, timeZone })
  zones.set(timeZone, format)
  return format
}

/**
 * Formats a time with its distance from UTC: “25 Nov 2026, 14:02 UTC+1”. `precise` adds seconds. Uses only numbers of
 * the platform’s data, so that the server and all browsers return the same text.
 */
export function formatTimestamp(at: string, precise = false, timeZone = 'UTC'): string {
  const part = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  const { day, month, year, hour, minute, second, timeZoneName } = part
  const time = [hour, minute, ...(precise ? [second] : [])].join(':')
  const zone = timeZoneName!.replace('GMT', 'UTC').replace(/[+-]0$/, '')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${time} ${zone}`
}
