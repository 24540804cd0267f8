import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkSetup, completeSetup, createSetupLink } from '#app/features/accounts/setup.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, anonymous, aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'

const owner = () => ({ name: 'Ada', email: anEmail(), password: 'correct horse battery' })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeEach(async () => void (it = await openTestApp(engine)))
  afterEach(() => it.close())

  const offered = async () => (await createSetupLink(it.ctx()))!.replace('/setup?token=', '')
  const check = (token: string) => checkSetup(it.ctx(anonymous), token)
  const complete = (token: string, input = owner()) => completeSetup(it.ctx(anonymous), { token, ...input })

  test('the setup link makes the first owner, once', async () => {
    const token = await offered()
    await check(token)
    const input = owner()
    expect(await complete(token, input)).toMatchObject({ email: input.email, role: 'owner' })
    expect(await refusalOf(() => complete(token))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await refusalOf(() => check(token))).toMatchObject({ status: 403 })
  })

  test('of two who use the link at once, one becomes the owner', async () => {
    const token = await offered()
    const tries = await Promise.allSettled([complete(token), complete(token)])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await it.app.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'owner' }])
  })

  test('the link expires after one hour', async () => {
    const token = await offered()
    it.at('2026-11-21T12:59:59.999Z')
    await check(token)
    it.at('2026-11-21T13:00:00.000Z')
    expect(await refusalOf(() => check(token))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => complete(token))).toMatchObject({ status: 403 })
  })

  test('the setup link works until an owner exists, even if other people sign up', async () => {
    const token = await offered()
    await aUser(it)
    await aUser(it, { role: 'admin' })
    await check(token)
    expect(await createSetupLink(it.ctx())).toMatch(/^\/setup\?token=/)
    expect(await complete(await offered())).toMatchObject({ role: 'owner' })
    expect(await createSetupLink(it.ctx())).toBeNull()
  })

  test('when the command line and the link create an owner at once, the link adds none', async () => {
    const token = await offered()
    await Promise.allSettled([complete(token), aUser(it, { role: 'owner' }), complete(token)])
    const made = await it.app.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'site.set_up')
      .execute()
    expect(made.length).toBeLessThanOrEqual(1)
    expect(await createSetupLink(it.ctx())).toBeNull()
  })

  test('no link is offered once there is an owner, and one from before stops working', async () => {
    const token = await offered()
    await aUser(it, { role: 'owner' })
    expect(await createSetupLink(it.ctx())).toBeNull()
    expect(await refusalOf(() => check(token))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => complete(token))).toMatchObject({ status: 403 })
  })

  test('a refused sign-up leaves the link usable', async () => {
    const token = await offered()
    const input = owner()
    const refusal = await refusalOf(() => complete(token, { ...input, password: input.email }))
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'password' }] })
    await check(token)
    expect(await complete(token, input)).toMatchObject({ role: 'owner' })
  })

  test('a new link takes the place of the old one, and only its hash is stored', async () => {
    const old = await offered()
    const token = await offered()
    expect(await refusalOf(() => check(old))).toMatchObject({ status: 403 })
    await check(token)
    const rows = await it.app.db.selectFrom('setup_links').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('a link that is not ours is refused like one that was used', async () => {
    const token = await offered()
    await complete(token)
    const used = await refusalOf(() => complete(token))
    const foreign = await refusalOf(() => complete('x'.repeat(32)))
    expect({ ...foreign, message: foreign.message }).toEqual({ ...used, message: used.message })
  })
})
