import { eventLabel } from '#app/features/events/labels.ts'
import type { AutomationRun } from '#app/features/jobs/runs/schema.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { formatElapsed, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'
import { RunSteps } from '#app/features/automations/ui/run-steps.tsx'
import { AsJson, Disclosure } from '#app/ui/feedback/disclosure.tsx'

/** Renders an automation's runs, newest first, with their triggers, steps and outcomes. */
export function RunList({ runs, guildId }: { runs: AutomationRun[]; guildId: string }) {
  return (
    <ol className="mt-4 border-t border-line">
      {runs.map((run) => (
        <li key={run.id} className="border-b border-line py-6 [overflow-wrap:anywhere]">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="text-2xl">
              <a
                href={`/admin/guilds/${guildId}/automations/${run.automation_id}/runs/${run.id}`}
                className="link inline-block"
              >
                {titleOf(run)}
              </a>
            </h2>
            <OutcomeBadge outcome={run.outcome} />
          </div>
          <RunTimes run={run} />
          <RunSteps steps={run.steps} guildId={guildId} />
        </li>
      ))}
    </ol>
  )
}

/** Returns the heading of a run with its trigger, such as “A member joins: Ada”. */
export function titleOf({ event }: AutomationRun): string {
  const { type, actor } = event as Partial<LoggedEvent>
  const what = eventLabel(String(type)).name
  return actor ? `${what}: ${actor.name || actor.id}` : what
}

/** Renders the channel, start, duration and error of a run. */
export function RunTimes({ run }: { run: AutomationRun }) {
  const { channel } = run.event as Partial<LoggedEvent>
  return (
    <>
      <p className="mt-1 text-muted">
        {channel && `In #${channel.name || channel.id}, `}
        <Timestamp at={run.started_at} precise />
        {run.finished_at ? `, took ${formatElapsed(run.started_at, run.finished_at)}` : ', not finished'}
      </p>
      {run.error && !run.steps.some(({ error }) => error?.message === run.error?.message) && (
        <p className="mt-1 font-semibold text-stop">
          {run.error.message} <span className="font-normal text-muted">({run.error.code})</span>
        </p>
      )}
    </>
  )
}

/** Renders the event that triggered a run, collapsed. */
export const RunEvent = ({ event }: Pick<AutomationRun, 'event'>) => (
  <Disclosure title="Full event">
    <AsJson label="Event as JSON" value={event} />
  </Disclosure>
)
