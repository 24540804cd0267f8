import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#app/access.ts'
import { contextFor } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { signIn, updateProfile } from '#app/features/accounts/accounts.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { closeSessions, updateUser } from '#app/features/accounts/users.server.ts'
import { exportAudit, listAudit, recordAudit, recordAgentCall } from '#app/features/audit/audit.server.ts'
import { auditQuery } from '#app/features/audit/schema.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anonymous,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { actingAs, signedIn } from '#tests/support/db/people.ts'

const facts = { requestId: 'request-1', address: '192.0.2.7', secure: true, nonce: '' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const read = async (query: object = {}) =>
    (await listAudit(it.ctx(userWith('admin')), auditQuery.parse(query))).entries

  test('a row says who did what, on whom, when and from where', async () => {
    const [admin, user] = [
      await aUser(it, { role: 'admin', name: 'Alan' }),
      await aUser(it, { name: 'Grace' }),
    ]
    await updateUser(contextFor(it.app, actingAs(it, admin).actor, facts), { id: user.id, role: 'editor' })
    expect(await read({ action: 'user.role_changed', target: user.id })).toEqual([
      {
        id: expect.any(String),
        at: NOON,
        action: 'user.role_changed',
        actor: { kind: 'user', id: admin.id, name: 'Alan' },
        target: { kind: 'user', id: user.id, name: 'Grace' },
        address: '192.0.2.7',
        request_id: 'request-1',
        tool: null,
        details: { from: 'member', to: 'editor' },
      },
    ])
  })

  test('deleting an account keeps the id and the network of privileged acts, and no name', async () => {
    await aUser(it, { role: 'owner' })
    const [admin, user] = [await aUser(it, { role: 'owner', name: 'Vera Scrubs' }), await aUser(it)]
    const { ctx } = await signedIn(it, admin)
    const from = (address: string) => contextFor(it.app, ctx.actor, { ...facts, address })
    await updateUser(from('198.51.100.23'), { id: user.id, disabled: true })
    await updateUser(from('2001:db8:77:1::9'), { id: user.id, disabled: false })
    await updateProfile(from('198.51.100.99'), { name: 'Vera Changed', avatar_url: null })
    await updateProfile(from('198.51.100.99'), { name: 'Vera Changed', theme: 'dark' })
    await recordAgentCall(
      { ...ctx, origin: { address: '198.51.100.99', requestId: 'r', tool: 'a_tool' } },
      'x',
    )
    await deleteAccount(from('198.51.100.99'), { password: 'correct horse battery' })
    const rows = await read({ actor: admin.id })
    const id = { kind: 'user', id: admin.id, name: null }
    expect(rows.map(({ action, actor, address }) => ({ action, actor, address }))).toEqual([
      { action: 'user.deleted', actor: id, address: null },
      { action: 'agent.wrote', actor: id, address: null },
      { action: 'user.profile_changed', actor: id, address: null },
      { action: 'user.enabled', actor: id, address: '2001:db8:77::/48' },
      { action: 'user.disabled', actor: id, address: '198.51.100.0/24' },
    ])
    expect(rows[2]!.details).toEqual({ fields: ['name'] })
    const everything = JSON.stringify(await it.app.db.selectFrom('audit').selectAll().execute())
    expect(everything).not.toMatch(/Vera|198\.51\.100\.(23|99)|77:1::9/)
  })

  test('signing a user out everywhere is noted with the number of sessions', async () => {
    const [admin, user] = [await aUser(it, { role: 'admin' }), await aUser(it, { name: 'Grace' })]
    for (let count = 0; count < 2; count++) await signedIn(it, user)
    await closeSessions(contextFor(it.app, actingAs(it, admin).actor, facts), { id: user.id })
    expect(await read({ action: 'sessions.closed', target: user.id })).toMatchObject([
      { actor: { id: admin.id }, target: { name: 'Grace' }, address: '192.0.2.7', details: { count: 2 } },
    ])
  })

  test('the export of a person has their own addresses and not those of others', async () => {
    const [admin, user] = [await aUser(it, { role: 'admin' }), await aUser(it)]
    const from = (who: typeof user, address: string) =>
      contextFor(it.app, actingAs(it, who).actor, { ...facts, address })
    await updateUser(from(admin, '198.51.100.23'), { id: user.id, role: 'editor' })
    await recordAudit(from(user, '192.0.2.7'), { action: 'session.ended' })
    const rows = await exportAudit(it.ctx(), user.id)
    expect(rows.map(({ action }) => action)).toContain('user.role_changed')
    expect(rows.flatMap(({ address }) => address ?? [])).toEqual(['192.0.2.7'])
  })

  test('what is rolled back leaves no row', async () => {
    const actor = { kind: 'user', id: 'rolled-back', name: 'Nobody' }
    const work = inTransaction(it.ctx(), async (inner) => {
      await recordAudit(inner, { action: 'user.deleted', actor })
      throw new Error('something went wrong after it')
    })
    await expect(work).rejects.toThrow('something went wrong')
    expect(await read({ actor: 'rolled-back' })).toEqual([])
  })

  test('a sign-in is noted, and a failed one with the account that it was tried on', async () => {
    const user = await aUser(it)
    await refusalOf(() => signIn(it.ctx(anonymous), { email: user.email, password: 'wrong' }))
    const { proof } = await signIn(it.ctx(anonymous), {
      email: user.email,
      password: 'correct horse battery',
    })
    await startSession(
      { request: new Request('http://localhost/'), context: { app: it.app, facts } },
      user.id,
      proof,
    )
    expect(await read({ target: user.id, action: 'session.refused' })).toMatchObject([
      { actor: { kind: 'anonymous', id: null }, target: { id: user.id } },
    ])
    expect(await read({ actor: user.id })).toMatchObject([
      { action: 'session.opened', details: { method: 'password' }, target: null },
    ])
    expect(JSON.stringify(await read())).not.toContain('correct horse')
  })

  test('the log is filtered by action, person and day, in pages, newest first', async () => {
    for (const [at, name] of [
      ['2026-11-18T23:59:59.999Z', 'Eve_1'],
      ['2026-11-19T00:00:00.000Z', 'Eve_2'],
      ['2026-11-19T23:59:59.999Z', 'EVEx1'],
    ] as const) {
      it.at(at)
      const actor = { kind: 'user', id: `id-${name}`, name }
      await recordAudit(it.ctx(), { action: 'user.exported', actor, target: actor })
    }
    it.at(NOON)
    const names = async (query: object) => (await read(query)).map(({ actor }) => actor.name)
    expect(await names({ actor: 'eve' })).toEqual(['EVEx1', 'Eve_2', 'Eve_1'])
    expect(await names({ actor: 'eve_' })).toEqual(['Eve_2', 'Eve_1'])
    expect(await names({ target: 'id-Eve_1' })).toEqual(['Eve_1'])
    expect(await names({ actor: 'eve', from: '2026-11-19', to: '2026-11-19' })).toEqual(['EVEx1', 'Eve_2'])
    expect(await names({ actor: 'eve', to: '2026-11-18' })).toEqual(['Eve_1'])
    expect(await names({ actor: 'eve', action: 'user.deleted' })).toEqual([])
    expect(await names({ actor: 'eve', limit: '1', offset: '1' })).toEqual(['Eve_2'])
    const page = await listAudit(it.ctx(userWith('owner')), auditQuery.parse({ actor: 'eve', limit: '1' }))
    expect(page).toMatchObject({ total: 3, limit: 1, offset: 0 })
  })

  test('a log that holds rows of one moment keeps their order', async () => {
    const actor = { kind: 'user', id: 'order', name: 'Order' }
    for (let n = 0; n < 20; n++)
      await recordAudit(it.ctx(), { action: 'user.exported', actor, details: { n } })
    expect((await read({ actor: 'order' })).map(({ details }) => details.n)).toEqual(
      Array.from({ length: 20 }, (_, n) => 19 - n),
    )
  })

  test.each(roles)('%s', async (role) => {
    const call = () => listAudit(it.ctx(userWith(role)), auditQuery.parse({}))
    if (role === 'admin' || role === 'owner') expect((await call()).total).toBeGreaterThan(0)
    else expect(await refusalOf(call)).toMatchObject({ status: 403 })
  })
})

test.each([
  { from: 'yesterday' },
  { to: '2026-13-01' },
  { action: 'user.eaten' },
  { limit: '0' },
  { limit: '101' },
  { offset: '-1' },
])('%j is no way to narrow the log', (query) => {
  expect(auditQuery.safeParse(query).success).toBe(false)
})
