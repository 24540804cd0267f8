import { fromJson } from '#app/primitives/json.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import { notifyRunsEnded, notifyRunReopened } from '#app/features/jobs/runs/finish-runs.server.ts'
import { lockRuns, writeRuns, type RunRow } from '#app/features/jobs/runs/store.server.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { StartedRun } from '#app/features/jobs/runs/run-handlers.server.ts'
import { enqueueSteps, runColumns } from '#app/features/jobs/runs/start-runs.server.ts'
import { advanceSteps } from '#app/features/jobs/runs/steps.ts'
import type { JobRow } from '#app/features/jobs/jobs.server.ts'

/**
 * Advances the runs of ended jobs: records the step, then queues the next step or ends the run. Skips deleted runs.
 * Callers must lock the guilds in the same transaction.
 */
export async function advanceRuns(ctx: Context, jobs: JobRow[]): Promise<void> {
  const byRun = new Map(jobs.flatMap((job) => (job.run_id ? [[job.run_id, job] as const] : [])))
  if (!byRun.size) return
  const now = ctx.now()
  const advanced: StartedRun[] = []
  const others: RunRow[] = []
  for (const run of await lockRuns(ctx.db, [...byRun.keys()])) {
    const steps = parseStored(run.steps) as RunStep[]
    const job = byRun.get(run.id)!
    const step = steps[job.step!]
    if (step?.outcome !== 'running') continue
    endStep(step, job, now.toISOString())
    // The run had already ended: this step was replayed separately.
    if (run.outcome !== 'running') {
      others.push({ ...run, steps: JSON.stringify(steps) })
      continue
    }
    const progress = advanceSteps(steps, now.toISOString())
    advanced.push({ run: { ...run, ...runColumns(steps, progress, now) }, progress })
  }
  await writeRuns(
    ctx.db,
    advanced.map(({ run }) => run),
  )
  await enqueueSteps(ctx, advanced)
  await notifyRunsEnded(ctx, advanced)
}

/** Reopens an ended run when one of its jobs is replayed, so that the skipped later steps also run. */
export async function reopenRun(ctx: Context, job: JobRow): Promise<void> {
  const [run] = job.run_id ? await lockRuns(ctx.db, [job.run_id]) : []
  if (!run) return
  const steps = parseStored(run.steps) as RunStep[]
  const [step, ...later] = steps.slice(job.step!)
  // If the failed step allowed later steps to run, only the failed step is repeated.
  const isLast = later.every(({ outcome }) => outcome === 'skipped' || outcome === 'waiting')
  Object.assign(step!, { outcome: 'running', output: null, error: null, finished_at: null })
  if (isLast) for (const one of later) one.outcome = 'waiting'
  await writeRuns(ctx.db, [
    {
      ...run,
      outcome: 'running',
      steps: JSON.stringify(steps),
      error: null,
      finished_at: null,
    },
  ])
  if (run.outcome !== 'running') await notifyRunReopened(ctx, run)
}

function endStep(step: RunStep, job: JobRow, at: string) {
  const { code, message } = job.error ? fromJson(job.error) : {}
  step.outcome = job.state === 'succeeded' || job.state === 'cancelled' ? job.state : 'failed'
  step.output = job.result === null ? null : parseStored(job.result)
  step.error = step.outcome === 'succeeded' ? null : { code: code!, message: message! }
  step.attempts = job.attempt
  step.finished_at = at
}
