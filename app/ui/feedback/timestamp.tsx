import { useRouteLoaderData } from '@remix-run/react'
import { useSyncExternalStore } from 'react'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { useSite, type RootData } from '#app/ui/layout/root-data.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { DAY, HOUR, MINUTE } from '#app/primitives/time.ts'

/** Renders a day, `YYYY-MM-DD` or longer. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date.slice(0, 10)}>{useMessages().day(date)}</time>
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

/** Renders a time in the time zone of the site, with the time in UTC as its title. `precise` adds seconds. */
export function Timestamp({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time dateTime={at} title={formatTimestamp(at, precise)}>
      {formatTimestamp(at, precise, useSite().time_zone)}
    </time>
  )
}

const relativeUnits = [
  ['year', 'years', 365 * DAY],
  ['month', 'months', 30 * DAY],
  ['week', 'weeks', 7 * DAY],
  ['day', 'days', DAY],
  ['h', 'h', HOUR],
  ['min', 'min', MINUTE],
] as const

/**
 * Formats a time relative to `now` in its largest unit: “3 min ago”, “in 2 h”, below a minute “now”. The age of something
 * is its full units. The time until something is rounded, so that seven days remain seven days a minute later.
 */
export function formatRelative(at: string, now: number): string {
  const ms = Date.parse(at) - now
  const unit = relativeUnits.find(([, , length]) => Math.abs(ms) >= length)
  if (!unit) return 'now'
  const [one, many, length] = unit
  const amount = Math[ms > 0 ? 'round' : 'floor'](Math.abs(ms) / length)
  const words = `${amount} ${amount === 1 ? one : many}`
  return ms > 0 ? `in ${words}` : `${words} ago`
}

/** Returns the current time, which changes every half minute. */
function useNow(): number {
  const loaded = useRouteLoaderData<RootData>('root')?.now ?? 0
  // At first, the browser uses the time of the server's render, so that no text changes or moves while a page loads.
  return useSyncExternalStore(
    subscribe,
    () => (performance.now() < MINUTE / 2 ? loaded : readNow()),
    () => loaded,
  )
}

/** Renders a time relative to now, with the time in UTC as its title. Updates every half minute. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatTimestamp(at)}>
      {formatRelative(at, now)}
    </time>
  )
}

/** Renders the age of a value, such as “, 3 days ago”, if the value is older than a day. */
export function AgeIfOld({ at }: { at: string | null }) {
  const isOld = useNow() - (at ? Date.parse(at) : Infinity) > DAY
  return (
    at &&
    isOld && (
      <span className="text-muted">
        , <RelativeTime at={at} />
      </span>
    )
  )
}

/** Returns the current time in steps of half a minute, so that all times on a page agree. */
const readNow = () => Math.floor(Date.now() / (MINUTE / 2)) * (MINUTE / 2)

function subscribe(update: () => void) {
  const timer = setInterval(update, MINUTE / 2)
  return () => clearInterval(timer)
}
