const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day, `YYYY-MM-DD` or longer, as text for people. */
export const inWords = (date: string) => format.format(new Date(date))

/** A day, `YYYY-MM-DD` or longer, for people. */
export function Day({ date }: { date: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={date.slice(0, 10)}>
      {inWords(date)}
    </time>
  )
}
