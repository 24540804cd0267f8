import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { onCommit } from '#app/platform/db/transaction.server.ts'
import type { JobPayload, JobType } from '#app/features/jobs/schema.ts'
import { rewriteQueuedJob } from '#app/features/jobs/lease-store.server.ts'
import { insertJobs, jobsByKey, type JobRow } from '#app/features/jobs/store.server.ts'

export type { JobRow }

/** Maximum number of attempts per job. */
export const MAX_ATTEMPTS = 5

export type NewJob = {
  id: string
  guildId: string
  type: JobType
  payload: JobPayload
  idempotencyKey: string
  /** Run that the job belongs to, or null. `step` is the index of the job's step. */
  runId: string | null
  step: number | null
  /** Priority within the guild. Jobs with a higher priority run sooner. Default 0. */
  priority?: number
  /** Earliest start. Default now. */
  runAt?: Date | undefined
  /** Latest start. */
  deadlineAt?: Date | undefined
}

/**
 * Queues jobs in the caller's transaction and returns them in order. If an idempotency key is known, returns the
 * existing job unchanged. Callers authorize first.
 */
export async function enqueueJobs(ctx: Context, jobs: NewJob[]): Promise<JobRow[]> {
  if (!jobs.length) return []
  const now = ctx.now()
  const rows = jobs.map(({ priority = 0, runAt = now, ...job }) => ({
    id: job.id,
    guild_id: job.guildId,
    type: job.type,
    payload: JSON.stringify(job.payload),
    idempotency_key: job.idempotencyKey,
    run_id: job.runId,
    step: job.step,
    state: 'queued',
    priority,
    run_at: runAt.toISOString(),
    deadline_at: job.deadlineAt?.toISOString() ?? null,
    attempt: 0,
    max_attempts: MAX_ATTEMPTS,
    created_at: now.toISOString(),
  }))
  const known = new Map((await insertJobs(ctx.db, rows)).map((row) => [keyOf(row), row]))
  const others = rows.filter((row) => !known.has(keyOf(row)))
  for (const row of others.length ? await jobsByKey(ctx.db, others) : []) known.set(keyOf(row), row)
  notifyChanged(ctx, rows)
  if (rows.some((row) => row.run_at <= now.toISOString())) wakeRunners(ctx)
  return rows.map((row) => known.get(keyOf(row))!)
}

/** Returns whether a job with this idempotency key exists. Callers authorize first. */
export const isEnqueued = async (
  { db }: Pick<Context, 'db'>,
  { guildId, type, idempotencyKey }: Pick<NewJob, 'guildId' | 'type' | 'idempotencyKey'>,
): Promise<boolean> =>
  (await jobsByKey(db, [{ guild_id: guildId, type, idempotency_key: idempotencyKey }])).length > 0

/** Replaces the payload of a job that waits for its first attempt, and makes the job due. Callers authorize first. */
export async function releaseJob(
  ctx: Context,
  { id, payload }: Pick<NewJob, 'id' | 'payload'>,
): Promise<void> {
  const at = ctx.now().toISOString()
  const released = await rewriteQueuedJob(ctx.db, { id, payload: JSON.stringify(payload), run_at: at })
  notifyChanged(ctx, released)
  if (released.length) wakeRunners(ctx)
}

/** Signals after the commit that jobs are available. */
export const wakeRunners = (ctx: Pick<Context, 'db' | 'signals'>): void =>
  onCommit(ctx, 'jobs', () => ctx.signals.publish('jobs', {}))

type Key = Pick<JobRow, 'guild_id' | 'type' | 'idempotency_key'>
const keyOf = ({ guild_id, type, idempotency_key }: Key) => `${guild_id} ${type} ${idempotency_key}`
