import { monotonicFactory } from 'ulid'
import type { Context } from '#app/context.server.ts'
import { jobPayloads, type JobPayload, type JobType } from '#app/features/jobs/schema.ts'
import { insertJob, jobByKey, type JobRow } from '#app/features/jobs/store.server.ts'

/** How often a job is tried. */
const MOST_ATTEMPTS = 5

/** Jobs of one millisecond keep their order. */
const nextId = monotonicFactory()

type NewJob<T extends JobType> = {
  guildId: string
  type: T
  payload: JobPayload<T>
  idempotencyKey: string
  /** The higher, the sooner; 0 when not given. */
  priority?: number
  /** Not before this time; now when not given. */
  runAt?: Date
  /** Not after this time. */
  deadlineAt?: Date
}

/**
 * Puts a job into the queue, in the transaction of what it belongs to, and returns it; under a key that is known, the job
 * that is there already, whatever it holds. Its caller has authorised it. Throws `ZodError` for a payload that is none.
 */
export async function enqueueJob<T extends JobType>(ctx: Context, job: NewJob<T>): Promise<JobRow> {
  const now = ctx.now()
  const { guildId, type, payload, idempotencyKey, priority = 0, runAt = now, deadlineAt } = job
  const row = {
    id: nextId(now.getTime()),
    guild_id: guildId,
    type,
    payload: JSON.stringify(jobPayloads[type].parse(payload)),
    idempotency_key: idempotencyKey,
    state: 'queued',
    priority,
    run_at: runAt.toISOString(),
    deadline_at: deadlineAt?.toISOString() ?? null,
    attempt: 0,
    max_attempts: MOST_ATTEMPTS,
    created_at: now.toISOString(),
  }
  return (await insertJob(ctx.db, row)) ?? jobByKey(ctx.db, row)
}
