import type { Role } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import type { Profile } from '#app/features/accounts/sign-in/identities.server.ts'
import { actorOfSession, openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { anEmail, aSnowflake, type TestApp } from '#tests/support/factories.ts'

/** The same account, asking. */
export const actingAs = (
  test: TestApp,
  { id, name, role }: { id: string; name: string; role: Role },
): Context =>
  test.ctx({
    kind: 'user',
    userId: id,
    name,
    role,
    sessionId: 's',
    theme: 'system',
    provedAt: test.app.now().toISOString(),
    guildIds: [],
  })

/** Signs an account in: what its cookie holds, and the context of whoever brings it. */
export async function signedIn(test: TestApp, user: { id: string }) {
  const session = { userId: user.id, method: 'password', userAgent: 'a browser', address: '10.0.0.1' }
  const token = await openSession(test.app, session)
  return { token, ctx: test.ctx(await actorOfSession(test.app, token)) }
}

/** Somebody whom GitHub vouches for. */
export const anIdentity = (over: Partial<Profile> = {}): Profile => ({
  provider: 'github',
  id: aSnowflake(),
  username: 'ada',
  name: 'Ada',
  email: anEmail(),
  emailVerified: true,
  avatarUrl: null,
  ...over,
})

/** The letters to an address in the outbox, the oldest first. */
export async function outboxEmailsTo({ app }: TestApp, email: string) {
  const rows = await app.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Record<string, unknown> }))
}
