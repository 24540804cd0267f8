import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAccount } from '#app/features/privacy/export.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { updateUser } from '#app/features/accounts/users.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { actingAs, outboxEmailsTo, signedIn } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

describe.each(engineNames)('the last owner, %s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const owners = async () => {
    const rows = await it.app.db.selectFrom('users').select('id').where('role', '=', 'owner').execute()
    return rows.length
  }

  test('cannot be demoted, disabled or deleted', async () => {
    const owner = await aUser(it, { role: 'owner' })
    const { ctx } = await signedIn(it, owner)
    for (const change of [{ role: 'admin' as const }, { disabled: true }])
      expect(await refusalOf(() => updateUser(it.ctx(), { id: owner.id, ...change }))).toMatchObject({
        status: 409,
      })
    expect(await refusalOf(() => deleteAccount(ctx, { password }))).toMatchObject({ status: 409 })
    expect(await owners()).toBe(1)
  })

  test('stays when two owners go at the same time, in every way', async () => {
    for (let round = 0; round < 5; round++) {
      const rows = await it.app.db.selectFrom('users').select(['id', 'email', 'name', 'role']).execute()
      const [first = null] = rows.filter(({ role }) => role === 'owner')
      const other = await aUser(it, { role: 'owner' })
      const [one, two] = [actingAs(it, { ...first!, role: 'owner' }), actingAs(it, other)]
      const leave = await signedIn(it, first!)
      const ways = [
        () => updateUser(two, { id: first!.id, role: 'admin' }),
        () => updateUser(two, { id: first!.id, disabled: true }),
        () => deleteAccount(leave.ctx, { password }),
      ]
      const ends = await Promise.allSettled([
        ways[round % 3]!(),
        updateUser(one, { id: other.id, role: 'member' }),
      ])
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const left = await it.app.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'owner')
        .where('disabled_at', 'is', null)
        .execute()
      expect(left).toHaveLength(1)
      await it.app.db.deleteFrom('users').where('id', '!=', left[0]!.id).execute()
    }
  })

  test('one of two may leave, and only what the audit log must keep remains', async () => {
    await aUser(it, { role: 'owner' })
    const user = await aUser(it, { role: 'owner', name: 'Gone Person' })
    const { ctx } = await signedIn(it, user)
    const exported = await exportAccount(ctx)
    expect(exported).toMatchObject({
      format: 'signpost-account',
      user: { id: user.id, email: user.email },
      sessions: [{ current: true, user_agent: 'a browser', ip_prefix: '10.0.0.0/24' }],
      connections: [],
      drafts: [],
    })
    expect(exported.audit.map(({ action }) => action)).toContain('user.exported')
    expect(await refusalOf(() => deleteAccount(ctx, {}))).toMatchObject({ issues: [{ path: 'password' }] })
    expect(await refusalOf(() => deleteAccount(ctx, { password: 'wrong' }))).toMatchObject({ status: 400 })
    await deleteAccount(ctx, { password })
    expect(await outboxEmailsTo(it, user.email)).toEqual([])
    for (const table of ['sessions', 'identities', 'account_tokens'] as const) {
      const rows = await it.app.db.selectFrom(table).select('id').where('user_id', '=', user.id).execute()
      expect(rows).toEqual([])
    }
    const audit = JSON.stringify(await it.app.db.selectFrom('audit').selectAll().execute())
    expect(audit).toContain(user.id)
    expect(audit).toContain('user.deleted')
    expect(audit).not.toContain('Gone Person')
    expect(audit).not.toContain(user.email)
  })
})
