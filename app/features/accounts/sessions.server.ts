import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import type { Actor } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { SESSION_SECONDS } from '#app/features/accounts/schema.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  sessionWithUser,
  touchSession,
} from '#app/features/accounts/store.server.ts'
import { sha256 } from '#app/features/keys/token.server.ts'

/** How stale `last_seen_at` may be, in milliseconds: a write for every request would be too many. */
const SEEN_EVERY = 60_000

/** Opens a session for a user who has just proved who they are; returns what the cookie holds. */
export async function openSession(
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, userAgent, address }: { userId: string; userAgent: string | null; address: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.now()
  await deleteExpiredSessions(ctx.db, now.toISOString())
  await insertSession(ctx.db, {
    id: ulid(now.getTime()),
    token_hash: sha256(token),
    user_id: userId,
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000).toISOString(),
    user_agent: userAgent?.slice(0, 500) ?? null,
    address,
  })
  return token
}

/** Who the cookie's token belongs to; anonymous when it is unknown, closed or over. */
export async function actorOfSession(app: Pick<App, 'db' | 'now'>, token: string | null): Promise<Actor> {
  if (!token || !/^[\w-]{43}$/.test(token)) return { kind: 'anonymous' }
  const now = app.now()
  const found = await sessionWithUser(app.db, sha256(token), now.toISOString())
  if (!found) return { kind: 'anonymous' }
  if (now.getTime() - Date.parse(found.lastSeenAt) > SEEN_EVERY) {
    await touchSession(app.db, found.sessionId, now.toISOString())
  }
  return {
    kind: 'user',
    userId: found.userId,
    role: found.role,
    name: found.name,
    sessionId: found.sessionId,
  }
}

/** Ends the session. Says nothing about whether there was one. */
export async function closeSession(ctx: Pick<Context, 'db'>, token: string | null): Promise<void> {
  if (token) await deleteSession(ctx.db, sha256(token))
}
