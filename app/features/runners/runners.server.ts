import { ulid } from 'ulid'
import { allow, type Actor } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Forbidden, Unauthorized, found } from '#app/errors.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { hashToken, makeToken, equalHashes, tokenId } from '#app/platform/security/tokens.server.ts'
import { BUILT_IN, isOwnToken } from '#app/features/runners/built-in.server.ts'
import {
  RUNNER_PREFIX,
  runnerTimes,
  type CreateRunnerInput,
  type RunnerMessage,
  type RunnerView,
} from '#app/features/runners/schema.ts'
import * as store from '#app/features/runners/store.server.ts'

/** Maximum interval between updates of `last_seen_at`, in milliseconds. */
const SEEN_INTERVAL_MS = 10_000

export type RunnerActor = Extract<Actor, { kind: 'runner' }>

/**
 * Creates a runner and returns its token once. Only a hash is stored. With `guild`, the runner is limited to that
 * guild.
 */
export async function createRunner(ctx: Context, { name, guild }: CreateRunnerInput) {
  allow(ctx, 'runners:manage')
  const guild_id = guild === undefined ? null : (await readGuild(ctx, { id: guild })).id
  const token = makeToken(RUNNER_PREFIX)
  const created_at = ctx.now().toISOString()
  await store.insertRunner(ctx.db, {
    id: token.id,
    name,
    guild_id,
    hash: hashToken(ctx, token.text),
    created_at,
  })
  return { id: token.id, token: token.text, guild_id, name }
}

/** Lists all runners, including revoked runners, oldest first. */
export async function listRunners(ctx: Context): Promise<RunnerView[]> {
  allow(ctx, 'runners:manage')
  return (await store.allRunners(ctx.db)).map(present)
}

/**
 * Revokes a runner's token. The runner's sockets close within five seconds. Repeated calls change nothing. Throws
 * `NotFound`.
 */
export async function revokeRunner(ctx: Context, { id }: { id: string }): Promise<RunnerView> {
  allow(ctx, 'runners:manage')
  const row = found(
    await store.markRevoked(ctx.db, id, ctx.now().toISOString()),
    `There is no runner with the id ${id}. Check the id.`,
  )
  await ctx.signals.publish('runners', { revoked: id })
  return present(row)
}

/**
 * Returns the actor of a runner token. Throws an identical `Unauthorized` for malformed, unknown and revoked tokens.
 */
export async function actorOfRunner(
  app: Pick<App, 'db' | 'config' | 'secrets' | 'signals'>,
  text: string,
): Promise<RunnerActor> {
  if (isOwnToken(app, text)) return { kind: 'runner', runnerId: BUILT_IN, guildId: null }
  const id = tokenId(RUNNER_PREFIX, text)
  const row = id ? await store.runnerById(app.db, id) : undefined
  if (!row || !equalHashes(row.hash, hashToken(app, text)) || row.revoked_at) {
    throw new Unauthorized(
      'invalid_token',
      'The runner token is not valid. Create a token with runners create.',
      {
        'WWW-Authenticate': 'Bearer realm="runner", error="invalid_token"',
      },
    )
  }
  return { kind: 'runner', runnerId: row.id, guildId: row.guild_id }
}

/** Opens a session for an instance and ends its previous session. Throws `Unauthorized` if the token was revoked. */
export async function connectRunner(
  ctx: Context,
  { instance_key, name, version, slots }: RunnerMessage<'identify'>,
) {
  const { runnerId } = requireRunner(ctx)
  const at = ctx.now().toISOString()
  const id = ulid(ctx.now().getTime())
  await inTransaction(ctx, async ({ db }) => {
    const seen = await store.markSeen(db, runnerId, at)
    if (!seen)
      throw new Unauthorized(
        'invalid_token',
        'The runner token is not valid. Create a token with runners create.',
      )
    const times = { connected_at: at, last_seen_at: at }
    await store.replaceSession(db, { id, runner_id: runnerId, instance_key, name, version, slots, ...times })
  })
  notifyChanged(ctx, [{ guild_id: '' }])
  return { session_id: id }
}

/** Updates a session's last-seen time, at most once every ten seconds or half a heartbeat, whichever is shorter. */
export async function touchRunner(ctx: Context, { session_id: id }: { session_id: string }): Promise<void> {
  requireRunner(ctx)
  const now = ctx.now()
  const every = Math.min(SEEN_INTERVAL_MS, runnerTimes(ctx.config).heartbeatMs / 2)
  const before = new Date(now.getTime() - every).toISOString()
  const touched = await store.touchSession(ctx.db, { id, at: now.toISOString(), before })
  if (touched) await store.markSeen(ctx.db, touched.runner_id, now.toISOString())
}

/** Stores the maximum number of unfinished jobs for a session. */
export async function setRunnerSlots(
  ctx: Context,
  { session_id, slots }: { session_id: string; slots: number },
): Promise<void> {
  requireRunner(ctx)
  await store.setSlots(ctx.db, session_id, slots)
}

/** Ends the session, unless a newer session has replaced it. */
export async function disconnectRunner(ctx: Context, { session_id }: { session_id: string }): Promise<void> {
  requireRunner(ctx)
  await store.endSession(ctx.db, session_id, ctx.now().toISOString())
  notifyChanged(ctx, [{ guild_id: '' }])
}

/** Returns the runners that are not revoked and the sessions that were not replaced, across all processes. */
export async function checkRunners(
  ctx: Context,
  { runners, sessions }: { runners: string[]; sessions: string[] },
) {
  allow(ctx, 'runners:manage')
  const [live, current] = await Promise.all([
    runners.length ? store.liveRunners(ctx.db, runners) : [],
    sessions.length ? store.currentSessions(ctx.db, sessions) : [],
  ])
  return { live: new Set(live.map(({ id }) => id)), current: new Set(current.map(({ id }) => id)) }
}

function requireRunner({ actor }: Pick<Context, 'actor'>): RunnerActor {
  if (actor.kind !== 'runner') throw new Forbidden('This request requires a runner token.')
  return actor
}

function present({ id, name, guild_id, created_at, revoked_at, last_seen_at }: store.RunnerRow): RunnerView {
  return { id, name, guild_id, created_at, revoked_at, last_seen_at }
}
