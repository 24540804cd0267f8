import type { Automation } from '#app/features/automations/schema.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'

/** Names and colors of the states of automations. */
export const automationStates = {
  draft: { words: 'Draft, never enabled', ink: 'text-muted' },
  active: { words: 'Enabled', ink: 'text-go' },
  paused: { words: 'Disabled', ink: 'text-muted' },
  error: { words: 'Enabled, last run failed', ink: 'text-stop' },
} as const

/** Renders a link to the runs of an automation, with their numbers. */
export function RunsLink({ automation, base }: { automation: Automation; base: string }) {
  const { id, run_count, failure_count } = automation
  return (
    <a href={`${base}/${id}/runs`} className="link inline-block py-0.5">
      {formatAmount(run_count, 'run', 'runs')}
      {failure_count > 0 && `, ${formatInteger(failure_count)} failed`}
    </a>
  )
}

/** Renders the last error of an automation, if it has one. */
export const LastError = ({ automation: { last_error } }: { automation: Automation }) =>
  last_error && <p className="mt-1 text-stop">{last_error.message}</p>

/** Renders the status of an automation: state, number of runs, next run and last error. */
export function AutomationStatus({ automation, base }: { automation: Automation; base: string }) {
  const { status, last_triggered_at, next_run_at } = automation
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <span className={`font-semibold ${automationStates[status].ink}`}>
          {automationStates[status].words}
        </span>
        <RunsLink automation={automation} base={base} />
        {last_triggered_at && (
          <span>
            last run <RelativeTime at={last_triggered_at} />
          </span>
        )}
        {next_run_at && (
          <span>
            next run <RelativeTime at={next_run_at} />
          </span>
        )}
      </p>
      <LastError automation={automation} />
    </>
  )
}
