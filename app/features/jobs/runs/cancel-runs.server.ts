import { parseStored } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import { lockRuns, activeRunIds, writeRuns } from '#app/features/jobs/runs/store.server.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import { cancelQueued } from '#app/features/jobs/cancel-replay.server.ts'

/**
 * Cancels an automation's waiting and queued steps, with the reason as the error of the jobs. Leased steps keep running, but later steps do not start. Callers
 * authorize first and lock the guild.
 */
export async function cancelRuns(
  ctx: Context,
  { id, message }: { id: string; message: string },
): Promise<void> {
  const ids = (await activeRunIds(ctx.db, id)).map((run) => run.id)
  const runs = ids.length ? await lockRuns(ctx.db, ids) : []
  const halted = runs.map((run) => {
    const steps = parseStored(run.steps) as RunStep[]
    for (const step of steps) if (step.outcome === 'waiting') step.outcome = 'cancelled'
    return { run: { ...run, steps: JSON.stringify(steps) }, steps }
  })
  await writeRuns(
    ctx.db,
    halted.map(({ run }) => run),
  )
  const current = halted.flatMap(({ steps }) => steps.filter(({ outcome }) => outcome === 'running'))
  await cancelQueued(
    ctx,
    current.flatMap(({ job_id }) => job_id ?? []),
    message,
  )
}
