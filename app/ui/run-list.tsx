import { eventWords } from '#app/features/automations/events.ts'
import type { AutomationRun } from '#app/features/automations/runs.ts'
import { Moment } from '#app/ui/moment.tsx'

const inks: Record<string, string> = { succeeded: 'text-go', failed: 'text-stop' }

/** Runs of an automation, the newest first: what set each off, what its steps did, and how it ended. */
export function RunList({ runs }: { runs: AutomationRun[] }) {
  return (
    <ol className="mt-4 border-l-4 border-line">
      {runs.map(({ id, event, outcome, steps, error, started_at, finished_at }) => (
        <li key={id} className="relative pb-7 pl-6 [overflow-wrap:anywhere]">
          <span className="diamond absolute top-1.5 -left-[0.6rem]" aria-hidden="true" />
          <h2 className="text-xl">
            <span className={inks[outcome] ?? 'text-soft'}>{outcome}</span>
            {typeof event.type === 'string' && `: ${eventWords(event.type).name}`}
          </h2>
          <p className="text-muted">
            <Moment at={started_at} />
            {finished_at ? `, took ${seconds(started_at, finished_at)}` : ', not finished'}
          </p>
          {error && <p className="font-semibold text-stop">{error.message}</p>}
          {steps.length > 0 && (
            <ol className="mt-2 space-y-1">
              {steps.map((step, index) => (
                <li key={index}>{stepLine(step)}</li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  )
}

const seconds = (from: string, to: string) =>
  `${((Date.parse(to) - Date.parse(from)) / 1000).toLocaleString('en-GB', { maximumFractionDigits: 1 })} s`

/** `{id: 'greet', type: 'SEND_MESSAGE', outcome: 'succeeded'}` is “id greet, type SEND_MESSAGE, outcome succeeded”. */
const stepLine = (step: Record<string, unknown>) =>
  Object.entries(step)
    .map(
      ([name, value]) =>
        `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(', ')
