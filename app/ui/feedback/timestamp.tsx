import { useSyncExternalStore } from 'react'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { DAY, HOUR, MINUTE } from '#app/primitives/time.ts'

/** Renders a day, `YYYY-MM-DD` or longer. */
export function Day({ date }: { date: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={date.slice(0, 10)}>
      {useMessages().day(date)}
    </time>
  )
}

const units = [
  ['d', DAY],
  ['h', HOUR],
  ['min', MINUTE],
] as const

/** Formats a duration in its two largest units: `340 ms`, `1.2 s`, `2 min 5 s`. */
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

/** Renders a time in UTC. */
export function Timestamp({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time className="whitespace-nowrap" dateTime={at}>
      {formatTimestamp(at, precise)}
    </time>
  )
}

const relativeFormat = new Intl.RelativeTimeFormat('en')
const nowFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const relativeUnits = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const

/** Formats a time relative to `now` in its largest unit: “3 minutes ago”, “in 2 hours”, below a minute “now”. */
export function formatRelative(at: string, now: number): string {
  const ms = Date.parse(at) - now
  const unit = relativeUnits.find(([, length]) => Math.abs(ms) >= length)
  return unit ? relativeFormat.format(Math.trunc(ms / unit[1]), unit[0]) : nowFormat.format(0, 'second')
}

/** Renders a time relative to now, with the time in UTC as its title. Updates every half minute. */
export function RelativeTime({ at }: { at: string }) {
  const now = useSyncExternalStore(subscribe, readNow, readNow)
  return (
    <time className="whitespace-nowrap" dateTime={at} title={formatTimestamp(at)} suppressHydrationWarning>
      {formatRelative(at, now)}
    </time>
  )
}

/** Returns the current time in steps of half a minute, so that all times on a page agree. */
const readNow = () => Math.floor(Date.now() / (MINUTE / 2)) * (MINUTE / 2)

function subscribe(update: () => void) {
  const timer = setInterval(update, MINUTE / 2)
  return () => clearInterval(timer)
}
