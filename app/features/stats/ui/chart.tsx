import { type ReactNode, useState } from 'react'
import { dayName, spanName, weeklyTicks, type Period } from '#app/features/stats/ui/chart-spans.ts'
import { Plot } from '#app/features/stats/ui/plot.tsx'
import { createScale, linePath, type Scale } from '#app/features/stats/ui/scale.ts'
import { formatCompact } from '#app/primitives/count.ts'
import { formatDay } from '#app/primitives/dates.ts'

/** Width of a bar and height of the drawing in SVG units. The drawing is stretched to its box. */
const STEP = 10
const HEIGHT = 100

type Series<S> = { name: string; className: string; value: (span: S) => number | null }

type Props<S> = {
  title: string
  spans: S[]
  /** Spans of the previous period, drawn as a dotted line. Empty if there is no data. */
  before: S[]
}

type BarsProps<S> = Props<S> & {
  /** Series stacked upwards from the zero line, with the first series at the bottom. */
  up: Series<S>[]
  /** Series stacked downwards from the zero line. */
  down?: Series<S>[]
  /** Formats values for the axis and the read-out. Only values without a format are counts. */
  format?: (value: number) => string
}

const sumOf = <S,>(parts: Series<S>[], span: S) =>
  parts.reduce((sum, part) => sum + (part.value(span) ?? 0), 0)

/** Renders a bar chart from zero as SVG on the server. */
export function Bars<S extends Period>({ title, spans, before, up, down = [], format }: BarsProps<S>) {
  const all = [...spans, ...before]
  const top = Math.max(1, ...all.map((span) => sumOf(up, span)))
  const bottom = Math.max(0, ...all.map((span) => sumOf(down, span)))
  const scale = createScale(-bottom, top, HEIGHT, !format)
  return (
    <Chart
      title={title}
      spans={spans}
      before={before}
      scale={scale}
      format={format ?? formatCompact}
      parts={[...up, ...down]}
      lines={[(span) => sumOf(up, span), ...(down.length ? [(span: S) => -sumOf(down, span)] : [])]}
    >
      {spans.map((span, index) => (
        <g key={span.from}>
          <Stack span={span} parts={up} index={index} scale={scale} />
          <Stack span={span} parts={down} index={index} scale={(value) => scale(-value)} />
        </g>
      ))}
    </Chart>
  )
}

type StackProps<S> = { span: S; parts: Series<S>[]; index: number; scale: (value: number) => number }

function Stack<S extends Period>({ span, parts, index, scale }: StackProps<S>) {
  let from = 0
  return parts.map((part) => {
    const to = from + (part.value(span) ?? 0)
    const [a, b] = [scale(from), scale(to)]
    from = to
    return a === b ? null : (
      <rect
        key={part.name}
        x={index * STEP + STEP * 0.14}
        y={Math.min(a, b)}
        width={STEP * 0.72}
        height={Math.abs(a - b)}
        vectorEffect="non-scaling-stroke"
        strokeDasharray={span.complete ? undefined : '3 2'}
        className={`bar ${part.className} ${span.complete ? '' : 'so-far'}`}
      />
    )
  })
}

const centerOf = (index: number) => (index + 0.5) * STEP

type LineProps<S> = { spans: S[]; of: (span: S) => number | null; scale: Scale; className: string }

/** Renders a line with gaps for unknown values. A value without neighbors is a dot. */
function Line<S>({ spans, of, scale, className }: LineProps<S>) {
  const { line, dots } = linePath(
    spans.map((span, index) => {
      const value = of(span)
      return { x: centerOf(index), y: value === null ? null : scale(value) }
    }),
  )
  return (
    <>
      <path d={line} className={className} vectorEffect="non-scaling-stroke" />
      {dots && <path d={dots} className={`${className} curve-dots`} vectorEffect="non-scaling-stroke" />}
    </>
  )
}

/** Renders a line chart with gaps for unknown values. A line without a fill can start near its lowest value. */
export function Curve<S extends Period>({
  title,
  spans,
  before,
  of,
  name,
}: Props<S> & { of: (span: S) => number | null; name: string }) {
  const known = [...spans, ...before].map(of).filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const room = Math.max(1, (high - low) * 0.1)
  const scale = createScale(Math.max(0, low - room), high + room, HEIGHT)
  const parts = [{ name, className: '', value: of }]
  return (
    <Chart
      title={title}
      spans={spans}
      before={before}
      scale={scale}
      format={formatCompact}
      parts={parts}
      lines={[of]}
    >
      <Line spans={spans} of={of} scale={scale} className="curve" />
    </Chart>
  )
}

type ChartProps<S> = Props<S> & {
  scale: Scale
  format: (value: number) => string
  parts: Series<S>[]
  /** Values of the dotted lines. */
  lines: ((span: S) => number | null)[]
  children: ReactNode
}

function Chart<S extends Period>({
  title,
  spans,
  before,
  scale,
  format,
  parts,
  lines,
  children,
}: ChartProps<S>) {
  const [at, setAt] = useState<number | null>(null)
  const width = spans.length * STEP
  const { ticks } = scale
  const [first, last] = [spans[0]!, spans.at(-1)!]
  const period = `${title} from ${formatDay(first.from)} to ${formatDay(last.to)}`
  const weeks = weeklyTicks(spans)
  const readout = (index: number) => readoutOf(spans[index]!, before[index], parts, format)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2">
        <h3 className="text-lg">{title}</h3>
        <div className="min-h-6 text-sm text-muted">
          {at === null ? <Legend parts={parts} hasBefore={before.length > 0} /> : readout(at)}
        </div>
      </figcaption>
      <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2 text-sm text-muted tabular-nums">
        <svg className="h-44 w-full overflow-visible" aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={`${scale(tick)}%`} dy="0.32em" textAnchor="end" fill="currentColor">
              {format(Math.abs(tick))}
            </text>
          ))}
        </svg>
        <Plot label={period} columns={spans.length} at={at} onMove={setAt} readout={readout}>
          <svg
            role="img"
            aria-label={`${period}. The numbers are in the table on this page.`}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-44 w-full overflow-visible"
          >
            {weeks.map(({ index }) => (
              <Rule key={index} className="stroke-line" x={[index * STEP, index * STEP]} y={[0, HEIGHT]} />
            ))}
            {ticks.map((tick) => (
              <Rule
                key={tick}
                className={tick === 0 ? 'stroke-ink' : 'stroke-line'}
                x={[0, width]}
                y={[scale(tick), scale(tick)]}
              />
            ))}
            {children}
            {lines.map((value, index) => (
              <Line key={index} spans={before} of={value} scale={scale} className="curve-before" />
            ))}
            {at !== null && <Rule className="crosshair" x={[centerOf(at), centerOf(at)]} y={[0, HEIGHT]} />}
          </svg>
        </Plot>
        <svg className="col-start-2 mt-1 h-5 w-full overflow-visible" aria-hidden="true">
          {weeks.map(({ index, label }) =>
            label ? (
              <text key={index} x={`${(index / spans.length) * 100}%`} y="1em" fill="currentColor">
                {label}
              </text>
            ) : null,
          )}
        </svg>
      </div>
    </figure>
  )
}

type RuleProps = { className: string; x: [number, number]; y: [number, number] }

const Rule = ({ className, x, y }: RuleProps) => (
  <line x1={x[0]} x2={x[1]} y1={y[0]} y2={y[1]} className={className} vectorEffect="non-scaling-stroke" />
)

type LegendProps = { parts: Pick<Series<never>, 'name' | 'className'>[]; hasBefore: boolean }

const Legend = ({ parts, hasBefore }: LegendProps) => (
  <span className="flex flex-wrap gap-x-4">
    {parts.length > 1 &&
      parts.map(({ name, className }) => (
        <span key={name} className="flex items-center gap-1.5">
          <svg className="size-3" viewBox="0 0 10 10" aria-hidden="true">
            <rect x="0.5" y="0.5" width="9" height="9" className={`bar ${className}`} />
          </svg>
          {name}
        </span>
      ))}
    {hasBefore && (
      <span className="flex items-center gap-1.5">
        <svg className="h-3 w-5" viewBox="0 0 20 10" aria-hidden="true">
          <line x1="0" x2="20" y1="5" y2="5" className="curve-before" />
        </svg>
        Previous period
      </span>
    )}
  </span>
)

type Format = (value: number) => string

const valuesOf = <S,>(span: S, parts: Series<S>[], format: Format) =>
  parts
    .map((part) => {
      const value = part.value(span)
      return `${value === null ? 'unknown' : format(value)} ${part.name.toLowerCase()}`
    })
    .join(', ')

/** Describes a span, such as “21 Nov 2026: 34 messages. 22 Oct: 28 messages.” */
function readoutOf<S extends Period>(
  span: S,
  before: S | undefined,
  parts: Series<S>[],
  format: Format,
): string {
  const now = `${spanName(span)}: ${valuesOf(span, parts, format)}${span.complete ? '' : ' so far'}.`
  return before ? `${now} ${dayName(before.from)}: ${valuesOf(before, parts, format)}.` : now
}
