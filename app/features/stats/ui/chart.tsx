import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import type { ReactNode } from 'react'
import { spanName, type Span } from '#app/features/stats/ui/chart-spans.ts'
import { formatCompact } from '#app/primitives/count.ts'
import { formatDay } from '#app/primitives/dates.ts'

/** Width of a bar and height of the drawing in SVG units. The drawing is stretched to its box. */
const STEP = 10
const HEIGHT = 100

type Series = { name: string; className: string; value: (span: Span) => number }

type Props = {
  title: string
  spans: Span[]
  /** Series stacked upwards from the zero line, with the first series at the bottom. */
  up: Series[]
  /** Series stacked downwards from the zero line. */
  down?: Series[]
  /** Formats values for the axis and the bar tooltips. */
  format?: (value: number) => string
}

/**
 * Renders a bar chart as SVG on the server. Screen readers announce one image, because the page also has a table of the
 * data.
 */
export function Bars({ title, spans, up, down = [], format = formatCompact }: Props) {
  const sum = (parts: Series[], span: Span) => parts.reduce((all, part) => all + part.value(span), 0)
  const top = Math.max(1, ...spans.map((span) => sum(up, span)))
  const bottom = Math.max(0, ...spans.map((span) => sum(down, span)))
  const scale = scaleLinear().domain([-bottom, top]).nice(4).range([HEIGHT, 0])
  return (
    <Chart title={title} spans={spans} scale={scale} format={format} parts={[...up, ...down]}>
      {spans.map((span, index) => (
        <g key={span.from}>
          <title>{hint(span, [...up, ...down], format)}</title>
          <rect x={index * STEP} y="0" width={STEP} height={HEIGHT} fill="transparent" />
          <Stack span={span} parts={up} index={index} scale={scale} />
          <Stack span={span} parts={down} index={index} scale={(value) => scale(-value)} />
        </g>
      ))}
    </Chart>
  )
}

function Stack({
  span,
  parts,
  index,
  scale,
}: {
  span: Span
  parts: Series[]
  index: number
  scale: (value: number) => number
}) {
  let from = 0
  return parts.map((part) => {
    const to = from + part.value(span)
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

/** Renders a line chart with gaps for unknown values. The axis starts near the lowest value. */
export function Curve({
  title,
  spans,
  of,
  name,
}: Omit<Props, 'up' | 'down'> & {
  of: (span: Span) => number | null
  name: string
}) {
  const known = spans.map(of).filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const room = Math.max(1, (high - low) * 0.1)
  const scale = scaleLinear()
    .domain([Math.max(0, low - room), high + room])
    .nice(4)
    .range([HEIGHT, 0])
  const x = (_: Span, index: number) => (index + 0.5) * STEP
  const y = (span: Span) => scale(of(span) ?? 0)
  const isKnown = (span: Span) => of(span) !== null
  const surface = area<Span>().defined(isKnown).x(x).y0(HEIGHT).y1(y)
  const edge = line<Span>().defined(isKnown).x(x).y(y)
  const part: Series = { name, className: '', value: (span) => of(span) ?? 0 }
  return (
    <Chart title={title} spans={spans} scale={scale} format={formatCompact} parts={[]}>
      <path d={surface(spans) ?? ''} className="curve-fill" />
      <path d={edge(spans) ?? ''} className="curve" vectorEffect="non-scaling-stroke" />
      {spans.map((span, index) => (
        <rect key={span.from} x={index * STEP} y="0" width={STEP} height={HEIGHT} fill="transparent">
          <title>{isKnown(span) ? hint(span, [part], formatCompact) : `${spanName(span)}: unknown`}</title>
        </rect>
      ))}
    </Chart>
  )
}

type Scale = { (value: number): number; ticks(count: number): number[] }

function Chart({
  title,
  spans,
  scale,
  format,
  parts,
  children,
}: {
  title: string
  spans: Span[]
  scale: Scale
  format: (value: number) => string
  parts: Series[]
  children: ReactNode
}) {
  const width = spans.length * STEP
  const ticks = scale.ticks(4)
  const [first, last] = [spans[0]!, spans.at(-1)!]
  return (
    <figure className="min-w-0">
      <figcaption className="mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h3 className="text-lg">{title}</h3>
        {parts.length > 1 && (
          <span className="flex flex-wrap gap-x-4 text-sm text-muted">
            {parts.map(({ name, className }) => (
              <span key={name} className="flex items-center gap-1.5">
                <svg className="size-3" viewBox="0 0 10 10" aria-hidden="true">
                  <rect x="0.5" y="0.5" width="9" height="9" className={`bar ${className}`} />
                </svg>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2 text-sm text-muted tabular-nums">
        <svg className="h-44 w-full overflow-visible" aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={`${scale(tick)}%`} dy="0.32em" textAnchor="end" fill="currentColor">
              {format(Math.abs(tick))}
            </text>
          ))}
        </svg>
        <svg
          role="img"
          aria-label={`${title} from ${formatDay(first.from)} to ${formatDay(last.to)}. The numbers are in the table on this page.`}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-44 w-full overflow-visible"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2={width}
              y1={scale(tick)}
              y2={scale(tick)}
              className={tick === 0 ? 'stroke-ink' : 'stroke-line'}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {children}
        </svg>
        <div className="col-start-2 mt-2 flex justify-between" aria-hidden="true">
          <span>{spanName({ from: first.from, to: first.from })}</span>
          <span>{spanName({ from: last.to, to: last.to })}</span>
        </div>
      </div>
    </figure>
  )
}

const hint = (span: Span, parts: Series[], format: (value: number) => string) =>
  `${spanName(span)}: ${parts.map((part) => `${format(part.value(span))} ${part.name.toLowerCase()}`).join(', ')}${
    span.complete ? '' : ' so far'
  }`
