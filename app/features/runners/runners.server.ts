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
import {
  allRunners,
  currentSessions,
  endSession,
  insertRunner,
  liveRunners,
  markRevoked,
  markSeen,
  replaceSession,
  runnerById,
  setSlots,
  touchSession,
  type RunnerRow,
} from '#app/features/runners/store.server.ts'

/** How stale `last_seen_at` may be, in milliseconds, where heartbeats do not come more often. */
const SEEN_INTERVAL_MS = 10_000

export type RunnerActor = Extract<Actor, { kind: 'runner' }>

/** Makes a runner and returns its token, this once: only a hash is stored. With `guild` it may report on that one only. */
export async function createRunner(ctx: Context, { name, guild }: CreateRunnerInput) {
  allow(ctx, 'runners:manage')
  const guild_id = guild === undefined ? null : (await readGuild(ctx, { id: guild })).id
  const token = makeToken(RUNNER_PREFIX)
  const created_at = ctx.now().toISOString()
  await insertRunner(ctx.db, { id: token.id, name, guild_id, hash: hashToken(ctx, token.text), created_at })
  return { id: token.id, token: token.text, guild_id, name }
}

/** Every runner, oldest first, the revoked ones too. */
export async function listRunners(ctx: Context): Promise<RunnerView[]> {
  allow(ctx, 'runners:manage')
  return (await allRunners(ctx.db)).map(present)
}

/** Ends a runner's token; its sockets close within five seconds. A second time changes nothing. Throws `NotFound`. */
export async function revokeRunner(ctx: Context, { id }: { id: string }): Promise<RunnerView> {
  allow(ctx, 'runners:manage')
  const row = found(await markRevoked(ctx.db, id, ctx.now().toISOString()), `There is no runner ${id}.`)
  await ctx.signals.publish('runners', { revoked: id })
  return present(row)
}

/** Who a runner token stands for. Malformed, unknown and revoked are one and the same `Unauthorized`. */
export async function actorOfRunner(
  app: Pick<App, 'db' | 'config' | 'secrets' | 'signals'>,
  text: string,
): Promise<RunnerActor> {
  if (isOwnToken(app, text)) return { kind: 'runner', runnerId: BUILT_IN, guildId: null }
  const id = tokenId(RUNNER_PREFIX, text)
  const row = id ? await runnerById(app.db, id) : undefined
  if (!row || !equalHashes(row.hash, hashToken(app, text)) || row.revoked_at) {
    throw new Unauthorized('invalid_token', 'The runner token is not valid.', {
      'WWW-Authenticate': 'Bearer realm="runner", error="invalid_token"',
    })
  }
  return { kind: 'runner', runnerId: row.id, guildId: row.guild_id }
}

/** Opens the session of one instance in place of the one it had. Throws `Unauthorized` when the token was revoked meanwhile. */
export async function connectRunner(
  ctx: Context,
  { instance_key, name, version, slots }: RunnerMessage<'identify'>,
) {
  const { runnerId } = requireRunner(ctx)
  const at = ctx.now().toISOString()
  const id = ulid(ctx.now().getTime())
  await inTransaction(ctx, async ({ db }) => {
    const seen = await markSeen(db, runnerId, at)
    if (!seen) throw new Unauthorized('invalid_token', 'The runner token is not valid.')
    const times = { connected_at: at, last_seen_at: at }
    await replaceSession(db, { id, runner_id: runnerId, instance_key, name, version, slots, ...times })
  })
  notifyChanged(ctx, [''])
  return { session_id: id }
}

/** Notes that the instance is there, at most every ten seconds or heartbeat. */
export async function touchRunner(ctx: Context, { session_id: id }: { session_id: string }): Promise<void> {
  requireRunner(ctx)
  const now = ctx.now()
  const every = Math.min(SEEN_INTERVAL_MS, runnerTimes(ctx.config).heartbeatMs / 2)
  const before = new Date(now.getTime() - every).toISOString()
  const touched = await touchSession(ctx.db, { id, at: now.toISOString(), before })
  if (touched) await markSeen(ctx.db, touched.runner_id, now.toISOString())
}

/** Keeps how many unfinished jobs the instance will take. */
export async function setRunnerSlots(
  ctx: Context,
  { session_id, slots }: { session_id: string; slots: number },
): Promise<void> {
  requireRunner(ctx)
  await setSlots(ctx.db, session_id, slots)
}

/** Ends the session. Does nothing when a newer one took its place. */
export async function disconnectRunner(ctx: Context, { session_id }: { session_id: string }): Promise<void> {
  requireRunner(ctx)
  await endSession(ctx.db, session_id, ctx.now().toISOString())
  notifyChanged(ctx, [''])
}

/** Which of these runners' tokens still hold, and which sessions were not replaced, whichever process changed it. */
export async function checkRunners(
  ctx: Context,
  { runners, sessions }: { runners: string[]; sessions: string[] },
) {
  allow(ctx, 'runners:manage')
  const [live, current] = await Promise.all([
    runners.length ? liveRunners(ctx.db, runners) : [],
    sessions.length ? currentSessions(ctx.db, sessions) : [],
  ])
  return { live: new Set(live.map(({ id }) => id)), current: new Set(current.map(({ id }) => id)) }
}

function requireRunner({ actor }: Pick<Context, 'actor'>): RunnerActor {
  if (actor.kind !== 'runner') throw new Forbidden('Only a runner may do this.')
  return actor
}

function present({ id, name, guild_id, created_at, revoked_at, last_seen_at }: RunnerRow): RunnerView {
  return { id, name, guild_id, created_at, revoked_at, last_seen_at }
}
