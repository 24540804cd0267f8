const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day, `YYYY-MM-DD` or longer, as text for people. */
export const formatDay = (date: string) => dayFormat.format(new Date(date))

/** A day, `YYYY-MM-DD` or longer, for people. */
export function Day({ date }: { date: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={date.slice(0, 10)}>
      {formatDay(date)}
    </time>
  )
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** The time between two points in its two largest units: `340 ms`, `1.2 s`, `2 min 5 s`. */
export function formatElapsed(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${Math.floor(ms / 100) / 10} s`
  const at = units.findIndex(([, length]) => ms >= length)
  const [name, length] = units[at]!
  const [next, shorter] = units[at + 1] ?? ['s', 1_000]
  const rest = Math.floor((ms % length) / shorter)
  return `${Math.floor(ms / length)} ${name}${rest ? ` ${rest} ${next}` : ''}`
}

const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
} as const
const timestampFormat = new Intl.DateTimeFormat('en-GB', parts)
const preciseFormat = new Intl.DateTimeFormat('en-GB', { ...parts, second: '2-digit' })

/** A point in time for people, in UTC: the server cannot know where the reader is. `precise` has seconds. */
export function Timestamp({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time className="whitespace-nowrap" dateTime={at}>
      {(precise ? preciseFormat : timestampFormat).format(new Date(at))} UTC
    </time>
  )
}
