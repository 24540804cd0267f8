import { afterEach, describe, expect, test } from 'vitest'
import { createUser } from '#app/features/accounts/accounts.server.ts'
import { signInWithIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { completeSetup, createSetupLink } from '#app/features/accounts/setup.server.ts'
import { signUp, verifyEmail } from '#app/features/accounts/signup.server.ts'
import { issueSignupToken } from '#app/features/accounts/tokens.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, anonymous, aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { anIdentity, outboxEmailsTo } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  afterEach(() => it.close())

  const visitor = () => it.ctx(anonymous)
  const open = (SIGNUP: string, SMTP_URL = '') => openTestApp(engine, { SIGNUP, SMTP_URL })
  const aSignup = () => signUp(visitor(), { name: 'Eve', email: anEmail(), password })
  const viaGithub = (email = anEmail()) => signInWithIdentity(visitor(), anIdentity({ email }))
  const accounts = async () => (await it.app.db.selectFrom('users').select('id').execute()).length

  test('by default sign-up is closed before an owner exists and open after', async () => {
    it = await open('')
    await aUser(it, { role: 'admin' })
    expect(await refusalOf(aSignup)).toMatchObject({
      status: 403,
      message: 'Sign-up is closed on this site. Contact the site owner.',
    })
    expect(await refusalOf(viaGithub)).toMatchObject({ code: 'signup_closed' })
    expect(await accounts()).toBe(1)
    const token = (await createSetupLink(it.ctx()))!.replace('/setup?token=', '')
    await completeSetup(visitor(), { token, name: 'Ada', email: anEmail(), password })
    expect(await aSignup()).toMatchObject({ role: 'member' })
    expect((await viaGithub()).user).toMatchObject({ role: 'member' })
  })

  test.each([
    ['invite', 'by_invitation', /by invitation/],
    ['closed', 'signup_closed', /closed/],
  ])('with SIGNUP=%s no visitor makes an account, by a form or a provider', async (mode, code, message) => {
    it = await open(mode)
    await aUser(it, { role: 'owner' })
    expect(await refusalOf(aSignup)).toMatchObject({ status: 403, message: expect.stringMatching(message) })
    expect(await refusalOf(viaGithub)).toMatchObject({ code })
    expect(await accounts()).toBe(1)
    expect(
      await createUser(it.ctx(), { name: 'Cy', email: anEmail(), password, role: 'editor' }),
    ).toMatchObject({
      role: 'editor',
    })
  })

  test('with SIGNUP=closed an existing identity still signs in', async () => {
    it = await open('open')
    const identity = anIdentity()
    const { user } = await signInWithIdentity(visitor(), identity)
    const closed = { ...visitor(), config: { ...it.app.config, signup: 'closed' as const } }
    expect((await signInWithIdentity(closed, identity)).user.id).toBe(user.id)
  })

  test('a sign-up that waits makes no account once sign-up is closed', async () => {
    it = await open('open', 'smtp://127.0.0.1:1')
    const email = anEmail()
    await signUp(visitor(), { name: 'Ada', email, password })
    const { data } = (await outboxEmailsTo(it, email))[0]!
    const { token } = (await issueSignupToken(it.ctx(), (data as { signup_id: string }).signup_id))!
    const closed = { ...visitor(), config: { ...it.app.config, signup: 'closed' as const } }
    expect(await refusalOf(() => verifyEmail(closed, { token, password }))).toMatchObject({ status: 403 })
    expect(await accounts()).toBe(0)
    await verifyEmail(visitor(), { token, password })
    expect(await accounts()).toBe(1)
  })
})
