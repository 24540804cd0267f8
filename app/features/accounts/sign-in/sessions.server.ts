import { ulid } from 'ulid'
import { claimsReadableSince, PROOF_SECONDS, requireUser, type Actor, type Claim } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { ignoreOutage } from '#app/platform/db/db-errors.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound, Unauthorized } from '#app/errors.ts'
import { rejectOutdatedProof, type Proof } from '#app/features/accounts/sign-in/sign-in-proof.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { SESSION_SECONDS, type Session } from '#app/features/accounts/schema.ts'
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

/** Maximum age of `last_seen_at`, in milliseconds. An update per request would cause too many writes. */
const LAST_SEEN_INTERVAL_MS = 60_000

/** How long a replaced session remains valid for in-flight requests, in milliseconds. */
const OVERLAP_MS = 30_000

type NewSession = {
  userId: string
  method: string
  userAgent: string | null
  address: string
  /** Absent for a new account. */
  proof?: Proof | undefined
}

/**
 * Creates a session and returns its token. With a `proof`, must be called in a transaction. Throws if the account was
 * claimed or its password changed during the check.
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

/**
 * Replaces the token of the actor's session after a permission change. Returns the token and its remaining lifetime in
 * seconds.
 */
export async function renewSession(ctx: Context): Promise<{ token: string; seconds: number }> {
  const { sessionId } = requireUser(ctx)
  const token = newToken()
  const row = await replaceToken(ctx.db, sessionId, sha256(token))
  if (!row) throw new Unauthorized('unauthorized', 'Sign in first.')
  return { token, seconds: Math.ceil((Date.parse(row.expires_at) - ctx.now().getTime()) / 1000) }
}

/**
 * Returns the user of a session token, or an anonymous actor if the session or account is not valid. After a permission
 * change, `renewed` receives the token and remaining lifetime of a new session.
 */
export async function actorOfSession(
  app: Pick<App, 'db' | 'now' | 'config'>,
  token: string | null,
  renewed?: (token: string, seconds: number) => void,
): Promise<Actor> {
  if (!token || !/^[\w-]{43}$/.test(token)) return { kind: 'anonymous' }
  const now = app.now()
  const found = await sessionWithUser(app.db, ['token_hash', sha256(token)], validity(app))
  if (!found) return { kind: 'anonymous' }
  if (now.getTime() - Date.parse(found.lastSeenAt) > LAST_SEEN_INTERVAL_MS) {
    await ignoreOutage(touchSession(app.db, found.sessionId, now.toISOString()))
  }
  const next = found.renew && renewed ? await openSuccessor(app, found.sessionId) : null
  if (next) renewed?.(next.token, next.seconds)
  return userOf(found, now, next?.id)
}

/** Reads the actor again, for long-running responses. Returns an anonymous actor if the session has ended. */
export async function currentActor(ctx: Context): Promise<Actor> {
  if (ctx.actor.kind !== 'user') return ctx.actor
  const found = await sessionWithUser(ctx.db, ['id', ctx.actor.sessionId], validity(ctx))
  return found ? userOf(found, ctx.now()) : { kind: 'anonymous' }
}

const validity = (app: Pick<App, 'config' | 'now'>) => ({
  now: app.now().toISOString(),
  idle: idleSince(app),
})

type SessionWithUser = NonNullable<Awaited<ReturnType<typeof sessionWithUser>>>

function userOf(found: SessionWithUser, now: Date, sessionId = found.sessionId): Actor {
  const { userId, role, name, theme, provedAt } = found
  const managed = found.guildIds?.split(',') ?? []
  const claims = claimsIn(found.claims).filter(({ guildId }) => !managed.includes(guildId))
  const since = claimsReadableSince(now)
  const valid = claims.filter(({ checkedAt, isSuspended }) => !isSuspended && checkedAt >= since)
  return {
    kind: 'user',
    userId,
    role,
    name,
    theme,
    sessionId,
    provedAt,
    guildIds: [...managed, ...valid.map(({ guildId }) => guildId)],
    ...(claims.length ? { claims } : {}),
  }
}

/** Parses the claims of a user. A manager who was added by hand keeps access regardless of a claim. */
const claimsIn = (text: string | null): Claim[] =>
  (text?.split(',') ?? []).map((part) => {
    const [guildId = '', checkedAt = '', triedAt = '', suspendedAt = ''] = part.split(' ')
    return { guildId, checkedAt, triedAt, isSuspended: suspendedAt !== '' }
  })

/**
 * Returns the time after which an administrator's session must have been used, or an empty string if there is no limit.
 */
export function idleSince({ config, now }: Pick<App, 'config' | 'now'>): string {
  const { sessionIdleHours: hours } = config
  return hours ? new Date(now().getTime() - hours * 3_600_000).toISOString() : ''
}

/** Creates the session that replaces a marked session. Returns null if another request has already done so. */
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

/** Ends the session with this token, if there is one. */
export async function closeSession(ctx: Pick<Context, 'db'>, token: string | null): Promise<void> {
  if (token) await deleteSession(ctx.db, sha256(token))
}

/** Signs the user out of this session. Does nothing for other actors, or if the session has already ended. */
export async function signOut(ctx: Context): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user') return
  await inTransaction(ctx, async (inner) => {
    if (await deleteSessionOfUser(inner.db, actor.userId, actor.sessionId))
      await recordAudit(inner, { action: 'session.ended' })
  })
}

/** Returns the actor's sessions, most recently used first. */
export async function listSessions(ctx: Context): Promise<{ sessions: Session[] }> {
  const { userId, sessionId } = requireUser(ctx)
  const rows = await sessionsOfUser(ctx.db, userId, ctx.now().toISOString())
  return { sessions: rows.map((row) => sessionOf(row, sessionId)) }
}

/** Ends one of the actor's sessions. Throws `NotFound` for other users' sessions. */
export async function revokeSession(ctx: Context, { id }: { id: string }): Promise<void> {
  const { userId, name } = requireUser(ctx)
  if (!(await deleteSessionOfUser(ctx.db, userId, id)))
    throw new NotFound('You have no session with this id. Use an id from the list.')
  await recordAudit(ctx, { action: 'session.revoked', target: { kind: 'user', id: userId, name } })
}

/** Ends all of the actor's other sessions. */
export async function closeOtherSessions(ctx: Context): Promise<void> {
  const { userId, sessionId, name } = requireUser(ctx)
  const count = await deleteSessionsOfUser(ctx.db, userId, sessionId)
  await recordAudit(ctx, {
    action: 'sessions.closed',
    target: { kind: 'user', id: userId, name },
    details: { count },
  })
}

/**
 * Checks whether the session began with a recent sign-in without a password, which is as strong a proof as a password.
 */
export async function isFreshFromProvider(ctx: Context): Promise<boolean> {
  const { sessionId } = requireUser(ctx)
  const row = await sessionById(ctx.db, sessionId)
  if (!row || row.method === 'password') return false
  return ctx.now().getTime() - Date.parse(row.created_at) <= PROOF_SECONDS * 1000
}

/** Checks whether the actor recently proved their identity, by any method. */
export async function hasRecentProof(ctx: Context): Promise<boolean> {
  const row = await sessionById(ctx.db, requireUser(ctx).sessionId)
  return row !== undefined && ctx.now().getTime() - Date.parse(row.proved_at) <= PROOF_SECONDS * 1000
}

/** Records that the actor has just proved their identity. The caller must check the proof first. */
export async function recordProof(ctx: Context): Promise<void> {
  await markProved(ctx.db, requireUser(ctx).sessionId, ctx.now().toISOString())
}

/** Converts a row to the session as its owner sees it. `current` is the id of the request's session. */
export const sessionOf = (row: SessionRow, current: string): Session => ({
  id: row.id,
  current: row.id === current,
  created_at: row.created_at,
  last_seen_at: row.last_seen_at,
  user_agent: row.user_agent,
  ip_prefix: row.ip_prefix,
})
