import { parseStored } from '#app/primitives/bounded-json.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import { insertRuns, type RunRow } from '#app/features/jobs/runs/store.server.ts'
import type { StartedRun } from '#app/features/jobs/runs/run-handlers.server.ts'
import { advanceSteps, type Progress } from '#app/features/jobs/runs/steps.ts'
import { enqueueJobs, type NewJob } from '#app/features/jobs/jobs.server.ts'
import type { ResolvedConfig } from '#app/features/actions/resolve-action.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'
import { DAY, MINUTE } from '#app/primitives/time.ts'

/** Priority of command jobs, because a user waits for the response. */
const COMMAND_PRIORITY = 10
/** Milliseconds for which a step can still start after its due time. Older steps are outdated. */
const AUTOMATION_LIFETIME = DAY
/** Lifetime of command jobs: Discord accepts a deferred response for 15 minutes. */
const COMMAND_LIFETIME = 15 * MINUTE

export type NewRun = {
  kind: 'automation' | 'command'
  /** Id and name of the automation or command. */
  source: { id: string; name: string }
  guildId: string
  event: GatewayEvent
  /** Idempotency key: the id of the event or interaction. */
  eventId: string
  steps: RunStep[]
}

/**
 * Starts runs in the caller's transaction and queues their first steps. Returns only the new runs, in order. A run
 * without steps ends immediately. Callers authorize first.
 */
export async function startRuns(ctx: Context, runs: NewRun[]): Promise<StartedRun[]> {
  if (!runs.length) return []
  const now = ctx.now()
  const at = now.toISOString()
  const begun = runs.map(({ kind, source, guildId, event, eventId, steps }): StartedRun => {
    const progress = advanceSteps(steps, at)
    const run = {
      id: orderedId(now),
      guild_id: guildId,
      automation_id: kind === 'automation' ? source.id : null,
      command_id: kind === 'command' ? source.id : null,
      name: source.name,
      event_id: eventId,
      event: JSON.stringify(event),
      started_at: at,
      ...runColumns(steps, progress, now),
    }
    return { run, progress }
  })
  const fresh = new Set(
    (
      await insertRuns(
        ctx.db,
        begun.map(({ run }) => run),
      )
    ).map(({ id }) => id),
  )
  const isNew = begun.filter(({ run }) => fresh.has(run.id))
  await enqueueSteps(ctx, isNew)
  notifyChanged(
    ctx,
    isNew.map(({ run }) => run),
  )
  return isNew
}

/** Queues the next step of each active run. */
export async function enqueueSteps(ctx: Context, begun: StartedRun[]): Promise<void> {
  const jobs = begun.flatMap(({ run, progress }) =>
    progress.outcome === 'running' && progress.next !== null ? [stepJob(run, progress.next, ctx.now())] : [],
  )
  await enqueueJobs(ctx, jobs)
}

/** Returns the progress columns of a run. Marks the next step as running. */
export function runColumns(steps: RunStep[], progress: Progress, now: Date) {
  const at = now.toISOString()
  const isOpen = progress.outcome === 'running'
  if (isOpen && progress.next !== null) {
    const step = steps[progress.next]!
    Object.assign(step, { outcome: 'running', started_at: at, job_id: orderedId(now) })
  }
  return {
    outcome: progress.outcome,
    steps: JSON.stringify(steps),
    error: progress.outcome === 'failed' ? JSON.stringify(progress.error) : null,
    finished_at: isOpen ? null : at,
  }
}

function stepJob(run: RunRow, index: number, now: Date): NewJob {
  const steps = parseStored(run.steps) as RunStep[]
  const { type, input, delay_seconds, job_id } = steps[index]!
  const kind = run.automation_id ? 'automation' : 'command'
  const runAt = new Date(now.getTime() + delay_seconds * 1_000)
  const lifetime = kind === 'command' ? COMMAND_LIFETIME : AUTOMATION_LIFETIME
  return {
    id: job_id!,
    guildId: run.guild_id,
    type,
    payload: {
      guild_id: run.guild_id,
      config: input as ResolvedConfig,
      source: {
        kind,
        id: (run.automation_id ?? run.command_id)!,
        name: run.name,
        run_id: run.id,
        step: index,
      },
      event: parseStored(run.event) as GatewayEvent,
    },
    idempotencyKey: `${run.id}:${index}`,
    runId: run.id,
    step: index,
    priority: kind === 'command' ? COMMAND_PRIORITY : 0,
    runAt,
    deadlineAt: new Date(runAt.getTime() + lifetime),
  }
}
