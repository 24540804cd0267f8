const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** The time between two points in its two largest units: `340 ms`, `1.2 s`, `2 min 5 s`. */
export function elapsed(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${Math.floor(ms / 100) / 10} s`
  const at = units.findIndex(([, length]) => ms >= length)
  const [name, length] = units[at]!
  const [next, shorter] = units[at + 1] ?? ['s', 1_000]
  const rest = Math.floor((ms % length) / shorter)
  return `${Math.floor(ms / length)} ${name}${rest ? ` ${rest} ${next}` : ''}`
}
