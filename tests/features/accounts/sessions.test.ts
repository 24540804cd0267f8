import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { currentUser } from '#app/features/accounts/accounts.server.ts'
import { purgeAccounts } from '#app/features/accounts/retention.server.ts'
import { SESSION_SECONDS } from '#app/features/accounts/schema.ts'
import { actorOfSession, closeSession, openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { endSession, sessionToken, startSession } from '#app/http/auth/session-cookie.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anonymous, aUser, NOON, openTestApp, userWith, type TestApp } from '#tests/support/factories.ts'

const after = (milliseconds: number) => new Date(Date.parse(NOON) + milliseconds).toISOString()
const week = 7 * 24 * 60 * 60 * 1000

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  const open = (userId: string) =>
    openSession(it.app, { userId, method: 'password', userAgent: 'a browser', address: '10.0.0.1' })
  const visit = (cookie?: string, secure = false) => ({
    request: new Request('http://localhost/', { headers: cookie ? { Cookie: cookie } : {} }),
    context: { app: it.app, facts: { requestId: 'r', address: '10.0.0.1', secure, nonce: '' } },
  })

  test('a session has its user and the current role of the user', async () => {
    const user = await aUser(it)
    const token = await open(user.id)
    expect(await actorOfSession(it.app, token)).toMatchObject({
      kind: 'user',
      userId: user.id,
      role: 'member',
    })
    await it.app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute()
    expect(await actorOfSession(it.app, token)).toMatchObject({ role: 'admin', name: user.name })
  })

  test('a session ends after seven days, however much it is used', async () => {
    expect(SESSION_SECONDS * 1000).toBe(week)
    const token = await open((await aUser(it)).id)
    for (const day of [1, 3, 6]) {
      it.at(after((day * week) / 7))
      expect(await actorOfSession(it.app, token)).toMatchObject({ kind: 'user' })
    }
    it.at(after(week - 1))
    expect(await actorOfSession(it.app, token)).toMatchObject({ kind: 'user' })
    it.at(after(week))
    expect(await actorOfSession(it.app, token)).toEqual(anonymous)
  })

  test('sessions that are over are swept away, and no others', async () => {
    const { id } = await aUser(it)
    await open(id)
    it.at(after(week))
    await open(id)
    await purgeAccounts(it.ctx())
    const rows = await it.app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    expect(rows).toHaveLength(1)
  })

  test.each([null, '', 'x', 'A'.repeat(43), 'A'.repeat(44), `${'A'.repeat(42)}'`])(
    'the token %j stands for nobody',
    async (token) => {
      expect(await actorOfSession(it.app, token)).toEqual(anonymous)
    },
  )

  test('the row has a hash of the token, never the token', async () => {
    const user = await aUser(it)
    const token = await open(user.id)
    expect(token).toMatch(/^[\w-]{43}$/)
    const row = await it.app.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(Object.values(row).join('\n')).not.toContain(token)
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('when a session was last used is noted once a minute at most', async () => {
    const user = await aUser(it)
    const token = await open(user.id)
    const seenAfter = async (milliseconds: number) => {
      it.at(after(milliseconds))
      await actorOfSession(it.app, token)
      const rows = it.app.db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', user.id)
      return (await rows.executeTakeFirstOrThrow()).last_seen_at
    }
    expect(await seenAfter(60_000)).toBe(NOON)
    expect(await seenAfter(60_001)).toBe(after(60_001))
    expect(await seenAfter(120_001)).toBe(after(60_001))
  })

  test('a sign-in gives a new session id and ends the session that the browser had', async () => {
    const { id } = await aUser(it)
    const first = await startSession(visit(), id)
    const old = sessionToken(first)
    const second = await startSession(visit(`theme=dark; session=${old}`), id)
    expect(sessionToken(second)).not.toBe(old)
    expect(await actorOfSession(it.app, old)).toEqual(anonymous)
    expect(await actorOfSession(it.app, sessionToken(second))).toMatchObject({ kind: 'user', userId: id })
  })

  test('the cookie is HttpOnly, lasts seven days, and is Secure exactly over HTTPS', async () => {
    const { id } = await aUser(it)
    expect(await startSession(visit(undefined, false), id)).toMatch(
      /^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    )
    expect(await startSession(visit(undefined, true), id)).toMatch(/; SameSite=Lax; Secure$/)
  })

  test('signing out ends the session and clears the cookie, the same for strangers', async () => {
    const token = await open((await aUser(it)).id)
    const cleared = await endSession(visit(`session=${token}`), it.ctx(await actorOfSession(it.app, token)))
    expect(cleared).toBe('session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    expect(await actorOfSession(it.app, token)).toEqual(anonymous)
    expect(await endSession(visit(), it.ctx(anonymous))).toBe(cleared)
    await closeSession(it.app, token)
  })

  test('who is signed in is told without the e-mail, and is null for everybody else', async () => {
    expect(await currentUser(it.ctx(anonymous))).toEqual({ user: null })
    const user = { id: 'u', name: 'Ada', role: 'editor', manages_guilds: false }
    expect(await currentUser(it.ctx(userWith('editor')))).toEqual({ user })
  })

  test('an account that is deleted takes its sessions with it', async () => {
    const { id } = await aUser(it)
    const token = await open(id)
    await it.app.db.deleteFrom('users').where('id', '=', id).execute()
    expect(await actorOfSession(it.app, token)).toEqual(anonymous)
  })
})
