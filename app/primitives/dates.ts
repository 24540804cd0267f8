/** Locale of dates: day, month and year. All other texts are in American English. */
export const DATE_LOCALE = 'en-GB'

const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat(DATE_LOCALE, day)

/** Formats a day, `YYYY-MM-DD` or longer: “25 November 2026”. `locale` is a BCP 47 tag. */
export const formatDay = (date: string, locale = DATE_LOCALE): string =>
  (locale === DATE_LOCALE ? dayFormat : new Intl.DateTimeFormat(locale, day)).format(new Date(date))

const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
} as const
const timestampFormat = new Intl.DateTimeFormat(DATE_LOCALE, parts)
const preciseFormat = new Intl.DateTimeFormat(DATE_LOCALE, { ...parts, second: '2-digit' })

/** Formats a time in UTC, since the server does not know the reader's time zone. `precise` adds seconds. */
export const formatTimestamp = (at: string, precise = false): string =>
  `${(precise ? preciseFormat : timestampFormat).format(new Date(at))} UTC`
