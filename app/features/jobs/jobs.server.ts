import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { onCommit } from '#app/platform/db/transaction.server.ts'
import type { JobPayload, JobType } from '#app/features/jobs/schema.ts'
import { insertJobs, jobsByKey, type JobRow } from '#app/features/jobs/store.server.ts'

export type { JobRow }

/** How often a job is tried. */
export const MAX_ATTEMPTS = 5

export type NewJob = {
  id: string
  guildId: string
  type: JobType
  payload: JobPayload
  idempotencyKey: string
  /** The run that it is a step of, and which. */
  runId: string
  step: number
  /** The higher, the sooner within its guild; 0 when not given. */
  priority?: number
  /** Not before this time; now when not given. */
  runAt?: Date | undefined
  /** Not after this time. */
  deadlineAt?: Date | undefined
}

/**
 * Puts jobs into the queue, in the transaction of what they belong to, and returns them in their order; for a key that is
 * known, the job that is there already, whatever it holds. Their caller has authorised it.
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
  notifyChanged(
    ctx,
    jobs.map((job) => job.guildId),
  )
  if (rows.some((row) => row.run_at <= now.toISOString())) wakeRunners(ctx)
  return rows.map((row) => known.get(keyOf(row))!)
}

/** Tells whoever gives out jobs that there are some, once they can be seen. */
export const wakeRunners = (ctx: Pick<Context, 'db' | 'signals'>): void =>
  onCommit(ctx, 'jobs', () => ctx.signals.publish('jobs', {}))

type Key = Pick<JobRow, 'guild_id' | 'type' | 'idempotency_key'>
const keyOf = ({ guild_id, type, idempotency_key }: Key) => `${guild_id} ${type} ${idempotency_key}`
