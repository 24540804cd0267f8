import { mayFor } from '#app/access.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import { found, invalidField } from '#app/errors.ts'
import { configWithoutSecrets } from '#app/features/actions/schema.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import * as store from '#app/features/jobs/store.server.ts'
import {
  type Job,
  type JobAttempt,
  type JobDetails,
  type JobPayload,
  type JobSort,
  type JobsQuery,
  type JobState,
  jobStates,
} from '#app/features/jobs/schema.ts'

/**
 * Lists a guild's jobs that match the query, by default newest first. Throws `NotFound` for an unknown guild, and
 * `Invalid` if a sorted list continues after an unknown job.
 */
export async function listJobs(
  ctx: Context,
  { guildId, before, ...query }: { guildId: string } & JobsQuery & JobSort,
) {
  await allowGuild(ctx, 'guild:read', guildId)
  const isByAge = !query.sort || query.sort === 'created_at'
  const place = before === undefined || isByAge ? undefined : await store.jobById(ctx.db, guildId, before)
  if (before !== undefined && !isByAge && !place)
    throw invalidField('before', 'This job does not exist or was deleted. Use the id of an existing job.')
  const after = before === undefined ? undefined : (place ?? { id: before })
  const { rows, next_before } = await store.jobRows(ctx.db, { guildId, ...query }, after)
  return { guild_id: guildId, jobs: rows.map(present), next_before, limit: query.limit }
}

/** Counts a guild's jobs by state, of all types or of one type. */
export async function countJobs(
  ctx: Context,
  { guildId, type }: { guildId: string } & Pick<JobsQuery, 'type'>,
): Promise<Record<JobState, number>> {
  await allowGuild(ctx, 'guild:read', guildId)
  const found = new Map(
    (await store.countByState(ctx.db, { guildId, type })).map(({ state, count }) => [state, count]),
  )
  const counts = jobStates.map((state) => [state, found.get(state) ?? 0])
  return Object.fromEntries(counts) as Record<JobState, number>
}

/**
 * Returns a job with all its attempts, including the current attempt. Only people with write access get webhook secrets,
 * not keys. Throws `NotFound`.
 */
export async function readJob(
  ctx: Context,
  { guildId, id }: { guildId: string; id: string },
): Promise<JobDetails> {
  await allowGuild(ctx, 'guild:read', guildId)
  const row = found(
    await store.jobById(ctx.db, guildId, id),
    'This guild has no job with this id. Use an id from the list.',
  )
  const ended = (await store.attemptsOf(ctx.db, id)).map(presentAttempt)
  const current = attemptUnderWay(row)
  const { config } = payloadOf(row)
  const shown =
    ctx.actor.kind !== 'key' && mayFor(ctx, 'guild:write', guildId)
      ? config
      : configWithoutSecrets(row.type as Job['type'], config)
  return {
    ...present(row),
    config: shown as JobDetails['config'],
    result: read(row.result),
    attempts: current ? [...ended, current] : ended,
  }
}

/** Returns the state of a job, or undefined if it was deleted. */
export async function jobStateOf(
  ctx: Context,
  { guildId, id }: { guildId: string; id: string },
): Promise<JobState | undefined> {
  await allowGuild(ctx, 'guild:read', guildId)
  return (await store.jobById(ctx.db, guildId, id))?.state as JobState | undefined
}

/** Returns the current attempt from the job's row, with the runner that leased it. */
function attemptUnderWay(row: store.ListedJobRow): JobAttempt | null {
  if (row.state !== 'leased' && row.state !== 'running') return null
  return {
    attempt: row.attempt,
    outcome: null,
    runner_id: row.runner_id,
    instance: row.instance,
    leased_at: row.leased_at ?? row.run_at,
    accepted_at: row.accepted_at,
    ended_at: null,
    error: null,
    late: null,
  }
}

function presentAttempt(row: store.AttemptRow): JobAttempt {
  return {
    attempt: row.attempt,
    outcome: row.outcome as JobAttempt['outcome'],
    runner_id: row.runner_id,
    instance: row.instance,
    leased_at: row.leased_at,
    accepted_at: row.accepted_at,
    ended_at: row.ended_at,
    error: read(row.error) as JobAttempt['error'],
    late: read(row.late),
  }
}

function present(row: store.ListedJobRow): Job {
  return {
    id: row.id,
    guild_id: row.guild_id,
    type: row.type as Job['type'],
    state: row.state as Job['state'],
    source: payloadOf(row).source,
    priority: row.priority,
    attempt: row.attempt,
    max_attempts: row.max_attempts,
    run_at: row.run_at,
    deadline_at: row.deadline_at,
    cancel_requested_at: row.cancel_requested_at,
    error: read(row.error) as Job['error'],
    created_at: row.created_at,
    finished_at: row.finished_at,
  }
}

const payloadOf = ({ payload }: store.ListedJobRow) => parseStored(payload) as JobPayload

const read = (text: string | null): unknown => (text === null ? null : parseStored(text))
