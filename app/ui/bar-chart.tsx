export type Bar = { date: string; value: number; complete: boolean }

/** Width of a bar's place and height of the drawing, in the drawing's own units: it is stretched to its box. */
const STEP = 10
const HEIGHT = 100

/** A bar a day, as SVG from the server. The figures belong beside it in a table, so it is one image to a screen reader. */
export function BarChart({ bars, label }: { bars: Bar[]; label: string }) {
  const top = roundUp(Math.max(...bars.map(({ value }) => value), 0))
  const width = bars.length * STEP
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 text-sm text-muted tabular-nums">
      <div className="flex h-64 flex-col justify-between text-right leading-none" aria-hidden="true">
        <span className="-translate-y-1/2">{count(top)}</span>
        <span>{count(top / 2)}</span>
        <span className="translate-y-1/2">0</span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-64 w-full overflow-visible"
      >
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            x1="0"
            x2={width}
            y1={part * HEIGHT}
            y2={part * HEIGHT}
            className={part === 1 ? 'stroke-ink' : 'stroke-line'}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {bars.map(({ date, value, complete }, index) => {
          const height = (value / top) * HEIGHT
          return (
            <rect
              key={date}
              x={index * STEP + STEP * 0.14}
              y={HEIGHT - height}
              width={STEP * 0.72}
              height={height}
              vectorEffect="non-scaling-stroke"
              strokeDasharray={complete ? undefined : '3 2'}
              className={`bar ${complete ? 'fill-sign stroke-rim' : 'fill-raised stroke-ink'}`}
            >
              <title>{`${date}: ${count(value)}${complete ? '' : ' so far'}`}</title>
            </rect>
          )
        })}
      </svg>
      <div className="col-start-2 mt-2 flex justify-between" aria-hidden="true">
        <span>{bars[0]?.date}</span>
        <span>{bars.at(-1)?.date}</span>
      </div>
    </div>
  )
}

const format = new Intl.NumberFormat('en')

/** A whole number with its thousands apart. */
export const count = (value: number) => format.format(value)

/** The next number that halves into a good mark: 2, 4, 6, 8 or 10 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const times = [1, 2, 4, 6, 8, 10].find((step) => step * power >= value && (step * power) % 2 === 0) ?? 10
  return times * power
}
