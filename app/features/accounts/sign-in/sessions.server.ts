import { ulid } from 'ulid'
import { requireUser, type Actor } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { ignoreOutage } from '#app/platform/db/db-errors.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound, Unauthorized } from '#app/errors.ts'
import { rejectOutdatedProof, type Proof } from '#app/features/accounts/sign-in/sign-in-proof.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { FRESH_SECONDS, SESSION_SECONDS, type Session } from '#app/features/accounts/schema.ts'
import {
  deleteSession,
  deleteSessionOfUser,
  deleteSessionsOfUser,
  insertSession,
  markProved,
  replaceToken,
  retireSession,
  sessionById,
  sessionsOfUser,
  sessionWithUser,
  touchSession,
  type SessionRow,
} from '#app/features/accounts/sign-in/session-store.server.ts'
import { newToken } from '#app/features/accounts/tokens.server.ts'
import { sha256 } from '#app/platform/security/tokens.server.ts'
import { networkOf } from '#app/platform/security/networks.server.ts'

/** How stale `last_seen_at` may be, in milliseconds: a write for every request would be too many. */
const LAST_SEEN_INTERVAL_MS = 60_000

/** How long a session that another has taken the place of still works, for requests that are on their way. */
const OVERLAP_MS = 30_000

type NewSession = {
  userId: string
  method: string
  userAgent: string | null
  address: string
  /** Absent for an account that was just made. */
  proof?: Proof | undefined
}

/**
 * Opens a session for a user who has just proved who they are; returns what the cookie holds. With a `proof`, call it in a
 * transaction: it refuses when the account was claimed or got a new password while the proof was being checked.
 */
export async function openSession(
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, method, userAgent, address, proof }: NewSession,
): Promise<string> {
  if (proof) await rejectOutdatedProof(ctx.db, userId, proof)
  const token = newToken()
  const now = ctx.now()
  await insertSession(ctx.db, {
    id: ulid(now.getTime()),
    token_hash: sha256(token),
    user_id: userId,
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000).toISOString(),
    user_agent: userAgent?.slice(0, 500) ?? null,
    ip_prefix: networkOf(address),
    method,
    proved_at: now.toISOString(),
  })
  return token
}

/** Gives the session of the one who asks a new token, after a change of what it may do; returns it with its seconds left. */
export async function renewSession(ctx: Context): Promise<{ token: string; seconds: number }> {
  const { sessionId } = requireUser(ctx)
  const token = newToken()
  const row = await replaceToken(ctx.db, sessionId, sha256(token))
  if (!row) throw new Unauthorized('unauthorized', 'Sign in first.')
  return { token, seconds: Math.ceil((Date.parse(row.expires_at) - ctx.now().getTime()) / 1000) }
}

/**
 * Who the cookie's token belongs to; anonymous when it is unknown, closed, over or idle, or the account is disabled. After a
 * change of the user's rights, `renewed` gets the token and the seconds left of the session that takes this one's place.
 */
export async function actorOfSession(
  app: Pick<App, 'db' | 'now' | 'config'>,
  token: string | null,
  renewed?: (token: string, seconds: number) => void,
): Promise<Actor> {
  if (!token || !/^[\w-]{43}$/.test(token)) return { kind: 'anonymous' }
  const now = app.now()
  const found = await sessionWithUser(app.db, sha256(token), { now: now.toISOString(), idle: idleSince(app) })
  if (!found) return { kind: 'anonymous' }
  if (now.getTime() - Date.parse(found.lastSeenAt) > LAST_SEEN_INTERVAL_MS) {
    await ignoreOutage(touchSession(app.db, found.sessionId, now.toISOString()))
  }
  const next = found.renew && renewed ? await openSuccessor(app, found.sessionId) : null
  if (next) renewed?.(next.token, next.seconds)
  return {
    kind: 'user',
    userId: found.userId,
    role: found.role,
    name: found.name,
    theme: found.theme,
    sessionId: next?.id ?? found.sessionId,
    provedAt: found.provedAt,
    guildIds: found.guildIds?.split(',') ?? [],
  }
}

/** Returns the time since when a session of an administrator must have been used. */
export function idleSince({ config, now }: Pick<App, 'config' | 'now'>): string {
  const { sessionIdleHours: hours } = config
  return hours ? new Date(now().getTime() - hours * 3_600_000).toISOString() : ''
}

/** Opens the session that takes the place of a marked one. Null when another request has done so. */
async function openSuccessor({ db, now }: Pick<App, 'db' | 'now'>, id: string) {
  const at = now()
  const before = await sessionById(db, id)
  const old = await retireSession(db, id, new Date(at.getTime() + OVERLAP_MS).toISOString())
  if (!before || !old) return null
  const token = newToken()
  const next = { ...before, id: ulid(at.getTime()), token_hash: sha256(token), renew: 0 }
  await insertSession(db, next)
  return { id: next.id, token, seconds: Math.ceil((Date.parse(next.expires_at) - at.getTime()) / 1000) }
}

/** Ends the session. Says nothing about whether there was one. */
export async function closeSession(ctx: Pick<Context, 'db'>, token: string | null): Promise<void> {
  if (token) await deleteSession(ctx.db, sha256(token))
}

/** Signs the person out of this session. Does nothing for anyone else, and when the session has ended already. */
export async function signOut(ctx: Context): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user') return
  await inTransaction(ctx, async (inner) => {
    if (await deleteSessionOfUser(inner.db, actor.userId, actor.sessionId))
      await recordAudit(inner, { action: 'session.ended' })
  })
}

/** Where the one who asks is signed in, the last seen first. */
export async function listSessions(ctx: Context): Promise<{ sessions: Session[] }> {
  const { userId, sessionId } = requireUser(ctx)
  const rows = await sessionsOfUser(ctx.db, userId, ctx.now().toISOString())
  return { sessions: rows.map((row) => sessionOf(row, sessionId)) }
}

/** Ends one of one's own sessions. That of somebody else is not found. */
export async function revokeSession(ctx: Context, { id }: { id: string }): Promise<void> {
  const { userId, name } = requireUser(ctx)
  if (!(await deleteSessionOfUser(ctx.db, userId, id))) throw new NotFound('There is no such session.')
  await recordAudit(ctx, { action: 'session.revoked', target: { kind: 'user', id: userId, name } })
}

/** Ends every session of the one who asks but this one. */
export async function closeOtherSessions(ctx: Context): Promise<void> {
  const { userId, sessionId, name } = requireUser(ctx)
  const count = await deleteSessionsOfUser(ctx.db, userId, sessionId)
  await recordAudit(ctx, {
    action: 'sessions.closed',
    target: { kind: 'user', id: userId, name },
    details: { count },
  })
}

/** True when the session began minutes ago at a provider, which is as good a proof as a password. */
export async function isFreshFromProvider(ctx: Context): Promise<boolean> {
  const { sessionId } = requireUser(ctx)
  const row = await sessionById(ctx.db, sessionId)
  if (!row || row.method === 'password') return false
  return ctx.now().getTime() - Date.parse(row.created_at) <= FRESH_SECONDS * 1000
}

/** True when the one who asks has proved minutes ago who they are, in whatever way. */
export async function hasRecentProof(ctx: Context): Promise<boolean> {
  const row = await sessionById(ctx.db, requireUser(ctx).sessionId)
  return row !== undefined && ctx.now().getTime() - Date.parse(row.proved_at) <= FRESH_SECONDS * 1000
}

/** Notes that the one who asks has just proved who they are. Its caller has seen the proof. */
export async function recordProof(ctx: Context): Promise<void> {
  await markProved(ctx.db, requireUser(ctx).sessionId, ctx.now().toISOString())
}

/** A session as its owner sees it; `current` is the id of the one that they ask with. */
export const sessionOf = (row: SessionRow, current: string): Session => ({
  id: row.id,
  current: row.id === current,
  created_at: row.created_at,
  last_seen_at: row.last_seen_at,
  user_agent: row.user_agent,
  ip_prefix: row.ip_prefix,
})
