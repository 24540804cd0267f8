import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { acceptInvitation } from '#app/features/invitations/accept-invitation.server.ts'
import { confirmPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { exportAccount } from '#app/features/privacy/export.server.ts'
import { createInvitation } from '#app/features/invitations/invitations.server.ts'
import { purgeAccounts } from '#app/features/accounts/retention.server.ts'
import { actorOfSession, openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { readUser, setRole, updateUser } from '#app/features/accounts/users.server.ts'
import { exportAllEntries } from '#app/features/cms/export.server.ts'
import { exportSubmissions } from '#app/features/contact/export.server.ts'
import { addManager, listManagers, removeManager } from '#app/features/guilds/managers.server.ts'
import { exportStats } from '#app/features/stats/export.server.ts'
import { refusalData } from '#app/http/pages/form.server.ts'
import {
  aGuild,
  anEmail,
  anonymous,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { signedIn } from '#tests/support/db/people.ts'

let it: TestApp
beforeAll(async () => void (it = await openTestApp('sqlite, memory')))
afterAll(() => it.close())
afterEach(() => it.at(NOON))

const password = 'correct horse battery'
const later = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()
const hours = (count: number) => count * 60
const needed = { status: 403, code: 'proof_required' }

const acts: Record<string, (ctx: Context, id: string) => unknown> = {
  'changing a role': (ctx, id) => updateUser(ctx, { id, role: 'editor' }),
  'disabling an account': (ctx, id) => updateUser(ctx, { id, disabled: true }),
  'enabling an account': (ctx, id) => updateUser(ctx, { id, disabled: false }),
  'exporting an account': (ctx) => exportAccount(ctx),
  'exporting all entries': (ctx) => exportAllEntries(ctx, {}),
  'exporting the inbox': (ctx) => exportSubmissions(ctx, {}),
  'exporting statistics': async (ctx) => exportStats(ctx, { guildId: (await aGuild(it)).id, format: 'csv' }),
  'adding a manager': async (ctx, userId) => addManager(ctx, { guildId: (await aGuild(it)).id, userId }),
  'removing a manager': async (ctx, userId) => removeManager(ctx, { guildId: (await aGuild(it)).id, userId }),
  'inviting a person': (ctx) => createInvitation(ctx, { email: anEmail(), role: 'admin', guild_id: null }),
}

test.each(Object.entries(acts))('%s needs a proof from the last ten minutes', async (_, act) => {
  const { id } = await aUser(it)
  const { token } = await signedIn(it, await aUser(it, { role: 'owner' }))
  const asker = async () => it.ctx(await actorOfSession(it.app, token))
  it.at(later(10))
  await act(await asker(), id)
  it.at(later(10.1))
  const stale = await asker()
  expect(await refusalOf(async () => act(stale, id))).toMatchObject(needed)
  const renewed = await confirmPassword(stale, { password })
  expect(renewed.until).toBe(later(20.1))
  expect(renewed.token).not.toBe(token)
  expect(await actorOfSession(it.app, token)).toEqual({ kind: 'anonymous' })
  await act(it.ctx(await actorOfSession(it.app, renewed.token)), id)
})

test('a wrong password and an account without one prove nothing', async () => {
  const { token } = await signedIn(it, await aUser(it, { role: 'admin' }))
  it.at(later(11))
  const ctx = it.ctx(await actorOfSession(it.app, token))
  expect(await refusalOf(() => confirmPassword(ctx, { password: 'not this one' }))).toMatchObject({
    status: 400,
  })
  expect(await refusalOf(() => exportAccount(ctx))).toMatchObject(needed)
  const user = await aUser(it, { role: 'admin' })
  const other = await signedIn(it, user)
  await it.app.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
  expect(await refusalOf(() => confirmPassword(other.ctx, { password }))).toMatchObject(needed)
})

test('the service itself needs no proof', async () => {
  const { email } = await aUser(it)
  expect(await setRole(it.ctx(), { email, role: 'editor' })).toMatchObject({ role: 'editor' })
})

test('accepting an invitation needs no proof of identity and grants role and guild', async () => {
  const { token: cookie } = await signedIn(it, await aUser(it, { role: 'owner' }))
  const { id: guild_id } = await aGuild(it)
  const sender = it.ctx(await actorOfSession(it.app, cookie))
  const { link } = await createInvitation(sender, { email: anEmail(), role: 'editor', guild_id })
  it.at(later(hours(5)))
  const token = new URL(link!).searchParams.get('token')!
  const { userId } = await acceptInvitation(it.ctx(anonymous), { token, name: 'Ada', password })
  expect((await readUser(it.ctx(), { id: userId })).user.role).toBe('editor')
  expect(await listManagers(it.ctx(), { guildId: guild_id })).toMatchObject([{ user_id: userId }])
})

test('a form that needs a proof keeps what was typed and asks for the password', async () => {
  const { ctx } = await signedIn(it, await aUser(it, { role: 'admin' }))
  it.at(later(11))
  const refusal = await refusalOf(() => updateUser(ctx, { id: 'x', role: 'editor' }))
  const { data, init } = refusalData(refusal!, { role: 'editor', proof_password: 'hunter2' })
  expect(data).toMatchObject({ proof: { password: true, providers: [] }, values: { role: 'editor' } })
  expect(JSON.stringify(data)).not.toContain('hunter2')
  expect(init).toMatchObject({ status: 403 })
})

const open = (userId: string) =>
  openSession(it.app, { userId, method: 'password', userAgent: null, address: '10.0.0.1' })

test.each(['admin', 'owner'] as const)('an unused session of an %s ends after 72 hours', async (role) => {
  const { id } = await aUser(it, { role })
  const [used, unused] = [await open(id), await open(id)]
  it.at(later(hours(71)))
  expect(await actorOfSession(it.app, used)).toMatchObject({ kind: 'user' })
  it.at(later(hours(72)))
  expect(await actorOfSession(it.app, unused)).toEqual({ kind: 'anonymous' })
  expect(await actorOfSession(it.app, used)).toMatchObject({ kind: 'user' })
  await purgeAccounts(it.ctx())
  const left = await it.app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  expect(left).toHaveLength(1)
})

test('an unused session of a member or editor stays, and 0 turns the timeout off', async () => {
  for (const role of ['member', 'editor'] as const) {
    const token = await open((await aUser(it, { role })).id)
    it.at(later(hours(100)))
    await purgeAccounts(it.ctx())
    expect(await actorOfSession(it.app, token)).toMatchObject({ kind: 'user' })
    it.at(NOON)
  }
  const token = await open((await aUser(it, { role: 'owner' })).id)
  it.at(later(hours(100)))
  const config = { ...it.app.config, sessionIdleHours: 0 }
  expect(await actorOfSession({ ...it.app, config }, token)).toMatchObject({ kind: 'user' })
})
