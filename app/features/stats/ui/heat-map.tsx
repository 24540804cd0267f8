import { Figures } from '#app/ui/feedback/figures.tsx'
import { count } from '#app/primitives/count.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

/** How much happens at which hour of which weekday: seven rows of 24 cells, the fuller the busier, and the same as figures. */
export function HeatMap({ cells, timezone }: { cells: number[][]; timezone: string }) {
  const most = Math.max(1, ...cells.flat())
  const busiest = cells.flatMap((row, day) => row.map((value, at) => ({ value, day, at })))
  const { day, at, value } = busiest.reduce((best, one) => (one.value > best.value ? one : best))
  const said = value
    ? `Busiest on ${weekdays[day]}s at ${hour(at)}, with ${count(value)} messages in all.`
    : 'No messages in these days.'
  return (
    <figure className="min-w-0">
      <figcaption className="mb-4">
        <h3 className="text-lg">When people write</h3>
        <p className="text-sm text-muted">
          {said} By the clocks of {timezone}.
        </p>
      </figcaption>
      <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2 text-sm text-muted">
        <ol className="grid h-44 grid-rows-7 text-right" aria-hidden="true">
          {weekdays.map((name) => (
            <li key={name} className="self-center leading-none">
              {name.slice(0, 3)}
            </li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={`Messages by hour and weekday. ${said}`}
          viewBox="0 0 24 7"
          preserveAspectRatio="none"
          className="h-44 w-full"
        >
          {cells.map((row, index) =>
            row.map((many, from) => (
              <rect
                key={`${index}-${from}`}
                x={from + 0.04}
                y={index + 0.06}
                width="0.92"
                height="0.88"
                className={many ? 'heat' : 'heat-none'}
                fillOpacity={many ? 0.15 + 0.85 * Math.sqrt(many / most) : undefined}
              >
                <title>{`${weekdays[index]} ${hour(from)}: ${count(many)}`}</title>
              </rect>
            )),
          )}
        </svg>
        <div className="col-start-2 mt-2 flex justify-between" aria-hidden="true">
          {['00:00', '06:00', '12:00', '18:00', '24:00'].map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      </div>
      <details className="mt-3">
        <summary className="link inline-block py-0.5">The hours as figures</summary>
        <Figures
          caption="Messages by weekday and hour"
          hideCaption
          className="mt-3"
          head={['Day', ...cells[0]!.map((_, from) => String(from))]}
          rows={cells.map((row, index) => [weekdays[index], ...row.map(count)])}
        />
      </details>
    </figure>
  )
}
