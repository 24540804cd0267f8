const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
} as const
const format = new Intl.DateTimeFormat('en-GB', parts)
const precisely = new Intl.DateTimeFormat('en-GB', { ...parts, second: '2-digit' })

/** A point in time for people, in UTC: the server cannot know where the reader is. `precise` has seconds. */
export function Moment({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time className="whitespace-nowrap" dateTime={at}>
      {(precise ? precisely : format).format(new Date(at))} UTC
    </time>
  )
}
