/** Maps values to positions. The low end of its domain is at `height`, the high end at 0. */
export type Scale = {
  (value: number): number
  /** Round values in the domain. */
  ticks: number[]
}

/** Number of ticks that a scale aims for. */
const TICKS = 4

/** Maximum rounds of extending a domain to its ticks, which can make the step larger. */
const MOST_ROUNDS = 10

/** Returns the distance between ticks: 1, 2 or 5 times a power of ten, and at least `least`. */
function stepOf(low: number, high: number, least: number): number {
  const rough = (high - low) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const ratio = rough / power
  const factor = ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.sqrt(2) ? 2 : 1
  return Math.max(least, factor * power)
}

/** Returns a multiple of a step. Dividing keeps fractions exact: 3 × 0.1 is 0.30000000000000004. */
const multiple = (count: number, step: number) =>
  step < 1 ? count / Math.round(1 / step) : count * Math.round(step)

/**
 * Creates a scale from a range of values, which must not be empty. Extends the range to the next ticks. Ticks of counts are
 * whole numbers.
 */
export function createScale(low: number, high: number, height: number, isCount = true): Scale {
  let step = 0
  let [first, last] = [0, 0]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = stepOf(low, high, isCount ? 1 : 0)
    if (next === step) break
    step = next
    first = Math.floor(low / step)
    last = Math.ceil(high / step)
    ;[low, high] = [multiple(first, step), multiple(last, step)]
  }
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => multiple(first + index, step))
  return Object.assign((value: number) => height * (1 - (value - low) / (high - low)), { ticks })
}

type Point = { x: number; y: number | null }

/** Returns the SVG paths of a line through points, with gaps for unknown values, and of the points without neighbors. */
export function linePath(points: readonly Point[]): { line: string; dots: string } {
  let [line, dots] = ['', '']
  points.forEach(({ x, y }, index) => {
    if (y === null) return
    const [starts, ends] = [points[index - 1], points[index + 1]].map(
      (beside) => (beside?.y ?? null) === null,
    )
    const place = `${rounded(x)},${rounded(y)}`
    if (starts && ends) dots += `M${place}Z`
    else line += `${starts ? 'M' : 'L'}${place}`
  })
  return { line, dots }
}

const rounded = (position: number) => Math.round(position * 1000) / 1000
