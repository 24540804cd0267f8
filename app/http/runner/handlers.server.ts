import type { Context } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { Refusal } from '#app/errors.ts'
import { answerForumPosts } from '#app/features/ask/forum.server.ts'
import { expireClaimsOfMembers } from '#app/features/claims/claims.server.ts'
import { reportGuild, reportGuildList } from '#app/features/guilds/reports.server.ts'
import { createPartBuffer, type PartBuffer } from '#app/features/directory/parts.ts'
import { deliverResult } from '#app/features/directory/queries.server.ts'
import { patchDirectory, recordDirectory } from '#app/features/directory/report.server.ts'
import { recordHeartbeat } from '#app/features/integrations/heartbeat.server.ts'
import { acceptJobs, extendLeases, returnJobs } from '#app/features/jobs/leases.server.ts'
import { recordResults } from '#app/features/jobs/results.server.ts'
import { setRunnerSlots, touchRunner } from '#app/features/runners/runners.server.ts'
import type {
  RejectedEvent,
  RunnerFrame,
  RunnerMessage,
  RunnerOp,
  ServerFrame,
} from '#app/features/runners/schema.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'

/** Frequent operations that are processed in batches. */
export const batchedOps: readonly RunnerOp[] = ['accept', 'reject', 'result']

/**
 * Handles a message of an identified runner, or a batch of job messages, and returns the frames to send. `parts` holds
 * what the socket has sent of incomplete directories. Throws on failure.
 */
export async function handleFrames(
  ctx: Context,
  session_id: string,
  frames: RunnerFrame[],
  parts: PartBuffer = createPartBuffer(),
): Promise<ServerFrame[]> {
  const [frame] = frames as [RunnerFrame]
  switch (frame.op) {
    case 'accept':
    case 'reject':
    case 'result':
      return handleJobResults(ctx, frames)
    case 'heartbeat': {
      await touchRunner(ctx, { session_id })
      const { seq, leases } = frame.d
      const held = leases.map(([job_id, lease_token]) => ({ job_id, lease_token }))
      return [{ op: 'heartbeat_ack', d: { seq, ...(await extendLeases(ctx, held)) } }]
    }
    case 'ready_for':
      await setRunnerSlots(ctx, { session_id, slots: frame.d.slots })
      return []
    case 'events':
      return handleEvents(ctx, frame)
    case 'snapshot':
      await recordSnapshot(ctx, frame.d)
      return []
    case 'guild':
      await reportGuild(ctx, frame.d)
      return []
    case 'guilds':
      await reportGuildList(ctx, frame.d)
      return []
    case 'directory':
      return recordDirectory(ctx, { frame: frame.d, parts })
    case 'directory_patch':
      return patchDirectory(ctx, frame.d)
    case 'query_result':
      await deliverResult(ctx, frame.d)
      return []
    default:
      return []
  }
}

const messagesOf = <Op extends RunnerOp>(op: Op, frames: RunnerFrame[]): RunnerMessage<Op>[] =>
  frames.filter((frame) => frame.op === op).map((frame) => frame.d as RunnerMessage<Op>)

/**
 * Processes `accept` messages before results, because a runner accepts a job before it reports its result. The order
 * between jobs does not matter.
 */
async function handleJobResults(ctx: Context, frames: RunnerFrame[]): Promise<ServerFrame[]> {
  const accepts = messagesOf('accept', frames)
  const rejects = messagesOf('reject', frames).map(({ reason, ...lease }) => ({
    ...lease,
    reason: { code: 'rejected', message: reason || 'The runner did not accept the job.' },
  }))
  const results = messagesOf('result', frames)
  const gone = accepts.length ? await acceptJobs(ctx, accepts) : []
  const refused = rejects.length ? await returnJobs(ctx, rejects) : []
  const outcomes = results.length ? await recordResults(ctx, results) : []
  return [
    ...gone.map((job_id): ServerFrame => ({ op: 'cancel', d: { job_id, reason: 'lost' } })),
    ...refused.map((d): ServerFrame => ({ op: 'ack', d })),
    ...results.map(({ job_id }, index): ServerFrame => {
      return { op: 'ack', d: { job_id, outcome: outcomes[index]! } }
    }),
  ]
}

const NOT_SERVED = 'The server is not active, so the event was not stored.'

/**
 * Stores events. Events of guilds that are not active are rejected one by one. If a batch is refused, the runner
 * receives a final `ack`. After other errors, the runner receives no `ack` and sends the batch again.
 */
async function handleEvents(
  ctx: Context,
  { d: { batch_id, events }, rejected = [] }: Extract<RunnerFrame, { op: 'events' }>,
): Promise<ServerFrame[]> {
  const refused = (more: RejectedEvent[] = []) => {
    const all = [...rejected, ...more]
    return all.length ? { rejected: all } : {}
  }
  try {
    // First, because a batch with an event of an unknown guild is refused as a whole.
    await expireClaimsOfMembers(ctx, events)
    const { recorded, served } = await recordEvents(ctx, { events })
    const accepted = events.filter(({ guild_id }) => served.has(guild_id))
    await answerForumPosts(ctx, accepted)
    for (const guild of served) {
      await recordHeartbeat(ctx, guild, 'discord-gateway')
    }
    const outcome = recorded === 0 && accepted.length > 0 ? 'duplicate' : 'recorded'
    const dropped = events.filter(({ guild_id }) => !served.has(guild_id))
    const unserved = dropped.map(({ id }) => ({ id, reason: NOT_SERVED }))
    return [{ op: 'ack', d: { batch_id, outcome, ...refused(unserved) } }]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [errorFrame(error, batch_id), { op: 'ack', d: { batch_id, outcome: 'unknown', ...refused() } }]
  }
}

/** Returns the `error` message for a refusal, or a message without details for other errors. */
export function errorFrame(error: unknown, ref: string | null): ServerFrame {
  const known = error instanceof Refusal
  const code = known ? error.code : isOutage(error) ? 'unavailable' : 'internal'
  const message = known ? error.message : 'The service failed. Send the message again later.'
  return { op: 'error', d: { code, message, ref } }
}

/** Returns the reference for an `error` message. */
export function refOf({ op, d }: RunnerFrame): string {
  if (op === 'events') return d.batch_id
  if ('job_id' in d) return d.job_id
  return op === 'snapshot' ? d.guild_id : op
}
