import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '#app/access.ts'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import {
  closeSessions,
  listUsers,
  readUser,
  setPassword,
  setRole,
  updateUser,
} from '#app/features/accounts/users.server.ts'
import { usersQuery } from '#app/features/accounts/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, anonymous, aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { actingAs, signedIn } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(engine)
    await aUser(it, { role: 'owner' })
  })
  afterAll(() => it.close())

  const one = async (role: Role) => actingAs(it, await aUser(it, { role }))

  test.each(roles)('%s: only users who outrank this role can change it', async (role) => {
    const { id } = await aUser(it, { role })
    for (const by of roles) {
      const may = by === 'owner' || (by === 'admin' && (role === 'member' || role === 'editor'))
      const ctx = await one(by)
      const change = () => updateUser(ctx, { id, role: 'member' })
      if (may) expect((await change()).user.role).toBe('member')
      else expect(await refusalOf(change)).toMatchObject({ status: 403 })
      await setRole(it.ctx(), { email: (await readUser(it.ctx(), { id })).user.email, role })
    }
  })

  test('an administrator gives no role of their own height, an owner any', async () => {
    const { id } = await aUser(it)
    const [admin, owner] = [await one('admin'), await one('owner')]
    for (const role of ['admin', 'owner'] as const) {
      expect(await refusalOf(() => updateUser(admin, { id, role }))).toMatchObject({ status: 403 })
      expect((await updateUser(owner, { id, role })).user.role).toBe(role)
      await updateUser(owner, { id, role: 'member' })
    }
  })

  test('nobody changes their own account here', async () => {
    const user = await aUser(it, { role: 'owner' })
    const ctx = actingAs(it, user)
    for (const change of [{ role: 'member' as const }, { disabled: true }])
      expect(await refusalOf(() => updateUser(ctx, { id: user.id, ...change }))).toMatchObject({
        status: 403,
      })
    expect(await refusalOf(() => closeSessions(ctx, { id: user.id }))).toMatchObject({ status: 403 })
  })

  test('a role that changes holds at once, under a session with another id', async () => {
    const user = await aUser(it)
    const { token } = await signedIn(it, user)
    const before = await actorOfSession(it.app, token)
    await updateUser(it.ctx(), { id: user.id, role: 'editor' })
    const cookies: string[] = []
    const note = (next: string) => void cookies.push(next)
    const both = await Promise.all([actorOfSession(it.app, token, note), actorOfSession(it.app, token, note)])
    expect(both).toMatchObject([{ role: 'editor' }, { role: 'editor' }])
    expect(cookies).toHaveLength(1)
    const after = await actorOfSession(it.app, cookies[0]!)
    expect(after).toMatchObject({ kind: 'user', userId: user.id, role: 'editor' })
    expect(after).not.toMatchObject({ sessionId: (before as { sessionId: string }).sessionId })
    it.at('2026-11-21T12:00:30.000Z')
    expect(await actorOfSession(it.app, token)).toEqual(anonymous)
    expect(await actorOfSession(it.app, cookies[0]!)).toMatchObject({ kind: 'user' })
    it.at('2026-11-21T12:00:00.000Z')
  })

  test('a disabled account is signed out, cannot sign in, and can be enabled again', async () => {
    const user = await aUser(it)
    const { token } = await signedIn(it, user)
    const { user: disabled } = await updateUser(await one('admin'), { id: user.id, disabled: true })
    expect(disabled).toMatchObject({ disabled_at: '2026-11-21T12:00:00.000Z', session_count: 0 })
    expect(await actorOfSession(it.app, token)).toEqual(anonymous)
    const enter = () => signIn(it.ctx(anonymous), { email: user.email, password })
    expect(await refusalOf(enter)).toMatchObject({ status: 403 })
    await updateUser(await one('admin'), { id: user.id, disabled: false })
    expect((await enter()).user.id).toBe(user.id)
  })

  test('an administrator can sign a user out everywhere', async () => {
    const user = await aUser(it)
    const tokens = [(await signedIn(it, user)).token, (await signedIn(it, user)).token]
    expect((await readUser(it.ctx(), { id: user.id })).user.session_count).toBe(2)
    await closeSessions(await one('admin'), { id: user.id })
    for (const token of tokens) expect(await actorOfSession(it.app, token)).toEqual(anonymous)
  })

  test('accounts are found by a part of name or address, by id, by role and by state', async () => {
    const ctx = await one('admin')
    const user = await aUser(it, { name: 'Zoë 100%_Quite', email: `zoe.q${anEmail()}` })
    const found = async (query: object) =>
      (await listUsers(ctx, usersQuery.parse(query))).users.map(({ id }) => id)
    for (const q of ['100%_quite', 'ZOE.Q', user.id, user.email])
      expect(await found({ q })).toEqual([user.id])
    expect(await found({ q: '100_' })).toEqual([])
    const émile = await aUser(it, { name: 'Émile Zola' })
    for (const q of ['Émile', 'zola', 'Émile Z']) expect(await found({ q })).toEqual([émile.id])
    expect(await found({ q: 'quite', role: 'member', status: 'active' })).toEqual([user.id])
    expect(await found({ q: 'quite', role: 'admin' })).toEqual([])
    await updateUser(ctx, { id: user.id, disabled: true })
    expect(await found({ q: 'quite', status: 'active' })).toEqual([])
    expect(await found({ q: 'quite', status: 'disabled' })).toEqual([user.id])
    const all = await listUsers(ctx, usersQuery.parse({ limit: '2', offset: '1' }))
    expect(all).toMatchObject({ limit: 2, offset: 1 })
    expect(all.users).toHaveLength(2)
    expect(all.total).toBeGreaterThan(2)
    const sorted = await listUsers(ctx, { ...usersQuery.parse({ limit: '100' }), sort: 'name', order: 'asc' })
    const names = sorted.users.map(({ name }) => name.toLowerCase()).filter((name) => /^[a-z]+$/.test(name))
    expect(names).toEqual(names.toSorted())
  })

  test('the command line gives roles and passwords by address', async () => {
    const user = await aUser(it)
    const { token } = await signedIn(it, user)
    expect(await setRole(it.ctx(), { email: user.email, role: 'editor' })).toMatchObject({ role: 'editor' })
    await setPassword(it.ctx(), { email: user.email, password: 'another long one' })
    expect(await actorOfSession(it.app, token)).toEqual(anonymous)
    expect(
      (await signIn(it.ctx(anonymous), { email: user.email, password: 'another long one' })).user.role,
    ).toBe('editor')
    const refusal = await refusalOf(() => setRole(it.ctx(), { email: anEmail(), role: 'editor' }))
    expect(refusal).toMatchObject({ status: 404 })
    const weak = () => setPassword(it.ctx(), { email: user.email, password: 'password123' })
    expect(await refusalOf(weak)).toMatchObject({ status: 400 })
    expect(
      await refusalOf(async () => setRole(await one('owner'), { email: user.email, role: 'admin' })),
    ).toMatchObject({ status: 403 })
  })
})
