const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A point in time for people, in UTC: the server cannot know where the reader is. */
export function Moment({ at }: { at: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={at}>
      {format.format(new Date(at))} UTC
    </time>
  )
}
