import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { inTransaction, onCommit } from '#app/platform/db/transaction.server.ts'
import { Conflict, NotFound } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { advanceRuns, reopenRun } from '#app/features/jobs/runs/advance-runs.server.ts'
import { CANCELLED } from '#app/features/jobs/outcomes.server.ts'
import { MAX_ATTEMPTS, wakeRunners } from '#app/features/jobs/jobs.server.ts'
import { requestCancel, endQueued, requeueJob } from '#app/features/jobs/lease-store.server.ts'
import { replayProblem } from '#app/features/jobs/replayable.server.ts'
import { isEnded, type JobPayload } from '#app/features/jobs/schema.ts'
import { lockJobs, type JobRow } from '#app/features/jobs/store.server.ts'
import { bulkForm, changeSelected, type BulkInput, type BulkResult } from '#app/operations/bulk.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'

type JobRef = { guildId: string; id: string }

/**
 * Cancels a queued job immediately, or asks the runner to stop a leased job. Throws `NotFound` for an unknown job, and
 * `Conflict` for an ended job.
 */
export async function cancelJob(ctx: Context, { guildId, id }: JobRef): Promise<void> {
  await allowGuild(ctx, 'guild:write', guildId)
  await inTransaction(ctx, async (inner) => {
    const job = await lockJob(inner, { guildId, id })
    if (isEnded(job.state)) throw new Conflict('This job has already ended, so it cannot be cancelled.')
    if (job.state === 'queued') await cancelQueued(inner, [id])
    else {
      await requestCancel(inner.db, id, inner.now().toISOString())
      const { instance_id: session } = job
      if (session) {
        onCommit(inner, `cancel ${id}`, () => ctx.signals.publish('cancel', { session, job: id }))
      }
    }
    await recordChange(inner, 'job.cancelled', job)
    notifyChanged(inner, [job])
  })
}

/**
 * Cancels queued jobs with a reason and returns their number. Leased jobs keep running. Callers authorize first and
 * lock the guild.
 */
export async function cancelQueued(
  ctx: Context,
  ids: string[],
  message = CANCELLED.message,
): Promise<number> {
  if (!ids.length) return 0
  const at = ctx.now().toISOString()
  const error = JSON.stringify({ ...CANCELLED, message, at })
  const ended = await endQueued(ctx.db, ids, { state: 'cancelled', error, at })
  await advanceRuns(ctx, ended)
  return ended.length
}

/**
 * Queues an unsuccessful job again with a full set of attempts, and resumes its run. Throws `NotFound` for an unknown
 * job, and `Conflict` if the job cannot be retried, or if its automation cannot run.
 */
export async function replayJob(ctx: Context, { guildId, id }: JobRef): Promise<void> {
  await allowGuild(ctx, 'guild:write', guildId)
  await inTransaction(ctx, async (inner) => {
    const job = await lockJob(inner, { guildId, id })
    const problem = await replayProblem(inner, job)
    if (problem !== null) throw new Conflict(problem)
    const { source } = parseStored(job.payload) as JobPayload
    if (source.kind === 'automation')
      await ctx.runHandlers.requireResumable.automation(inner, { guildId, id: source.id })
    const [max_attempts, run_at] = [job.attempt + MAX_ATTEMPTS, inner.now().toISOString()]
    const deadline_at = job.run_id === null ? job.deadline_at : null
    await requeueJob(inner.db, { id, run_at, deadline_at, max_attempts })
    await reopenRun(inner, job)
    await recordChange(inner, 'job.replayed', job)
    notifyChanged(inner, [job])
    wakeRunners(inner)
  })
}

type JobAct = 'replay' | 'cancel'

/** Schema of the form that retries or cancels selected jobs. Both actions are permanent. */
export const jobBulkForm = bulkForm<JobAct>(['replay', 'cancel'], ['replay', 'cancel'])

/** Retries or cancels several jobs in sequence. Refuses jobs whose state does not allow the action. Throws `Invalid`. */
export async function changeJobs(
  ctx: Context,
  { guildId, ...input }: BulkInput<JobAct> & Pick<JobRef, 'guildId'>,
): Promise<BulkResult<JobAct>> {
  await allowGuild(ctx, 'guild:write', guildId)
  return changeSelected(input, ['job', 'jobs'], async ({ key: id, act }) => {
    await (act === 'replay' ? replayJob : cancelJob)(ctx, { guildId, id })
    return { value: '', undo: null }
  })
}

async function lockJob(ctx: Context, { guildId, id }: JobRef): Promise<JobRow> {
  await lockGuilds(ctx, [guildId])
  const [job] = await lockJobs(ctx.db, [id])
  if (job?.guild_id !== guildId)
    throw new NotFound('This guild has no job with this id. Use an id from the list.')
  return job
}

const recordChange = (
  ctx: Context,
  action: 'job.cancelled' | 'job.replayed',
  { id, type, guild_id }: JobRow,
) => recordAudit(ctx, { action, target: { kind: 'job', id, name: type }, details: { guild_id } })
