import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProfile, signIn, updateProfile } from '#app/features/accounts/accounts.server.ts'
import { confirmPasswordReset } from '#app/features/accounts/sign-in/credentials.server.ts'
import { exportAccount } from '#app/features/privacy/export.server.ts'
import { signInWithIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { completeSetup, createSetupLink } from '#app/features/accounts/setup.server.ts'
import { signUp, verifyEmail } from '#app/features/accounts/signup.server.ts'
import { issueSignupToken, issueToken } from '#app/features/accounts/tokens.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, anonymous, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { anIdentity, outboxEmailsTo, signedIn } from '#tests/support/db/people.ts'

const thief = 'the password of a thief'
const password = 'correct horse battery'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const visitor = () => it.ctx(anonymous)
  const withMail = () => ({ ...visitor(), config: { ...it.app.config, smtpUrl: 'smtp://127.0.0.1:1' } })

  /** Somebody makes an account with an address that is not theirs, and gives it every way in that there is. */
  async function prepared() {
    const email = anEmail()
    const user = (await signUp(visitor(), { name: 'Pay at evil.example', email, password: thief }))!
    const { ctx } = await signedIn(it, user)
    await updateProfile(ctx, { avatar_url: 'https://gravatar.com/avatar/evil' })
    const identity = anIdentity({ email: anEmail() })
    await signInWithIdentity(ctx, identity)
    const reset = await issueToken(it.ctx(), user.id, 'reset_password')
    return { email, user, ctx, identity, reset }
  }

  async function nothingIsLeft({ email, user, ctx, identity }: Awaited<ReturnType<typeof prepared>>) {
    expect(await refusalOf(() => signIn(visitor(), { email, password: thief }))).toMatchObject({
      status: 401,
    })
    const sessions = it.app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
    expect(await sessions.execute()).toEqual([])
    const tokens = it.app.db.selectFrom('account_tokens').select('id').where('user_id', '=', user.id)
    expect(await tokens.execute()).toEqual([])
    expect(await refusalOf(() => signInWithIdentity(ctx, anIdentity({ email })))).toMatchObject({
      code: 'prove_first',
    })
    expect((await signInWithIdentity(visitor(), identity)).user.id).not.toBe(user.id)
    const mine = (await signIn(visitor(), { email, password })).user
    expect(mine).toMatchObject({ email_verified: true, connections: [], avatar_url: null })
    expect(mine.name).not.toContain('evil')
  }

  test('nothing that a stranger prepared survives when the address is confirmed', async () => {
    const account = await prepared()
    const token = await issueToken(it.ctx(), account.user.id, 'verify_email')
    const refused = await refusalOf(() => verifyEmail(visitor(), { token }))
    expect(refused).toMatchObject({ status: 400, issues: [{ path: 'password' }] })
    await verifyEmail(visitor(), { token, password, name: 'Ada' })
    await nothingIsLeft(account)
    const again = () => confirmPasswordReset(visitor(), { token: account.reset, new_password: thief })
    expect(await refusalOf(again)).toMatchObject({ status: 400 })
  })

  test('nothing that a stranger prepared survives a password reset', async () => {
    const account = await prepared()
    await confirmPasswordReset(visitor(), { token: account.reset, new_password: password })
    await nothingIsLeft(account)
  })

  test('another account’s session does not stand in for the password', async () => {
    const account = await prepared()
    const { ctx } = await signedIn(it, (await prepared()).user)
    const token = await issueToken(it.ctx(), account.user.id, 'verify_email')
    expect(await refusalOf(() => verifyEmail(ctx, { token }))).toMatchObject({ status: 400 })
    await verifyEmail(ctx, { token, password })
    await nothingIsLeft(account)
  })

  test('in its own session an account is confirmed as it is', async () => {
    const { user, ctx, email } = await prepared()
    await verifyEmail(ctx, { token: await issueToken(it.ctx(), user.id, 'verify_email') })
    expect((await signIn(visitor(), { email, password: thief })).user).toMatchObject({
      email_verified: true,
      connections: ['github'],
    })
    expect((await readProfile(ctx)).id).toBe(user.id)
  })

  test('with mail, of two sign-ups with one address neither password is kept', async () => {
    const email = anEmail()
    for (const given of [thief, 'another password here'])
      await signUp(withMail(), { name: 'Eve', email, password: given })
    const { data } = (await outboxEmailsTo(it, email))[0]!
    const { token } = (await issueSignupToken(it.ctx(), (data as { signup_id: string }).signup_id))!
    expect(await refusalOf(() => verifyEmail(visitor(), { token }))).toMatchObject({
      issues: [{ path: 'password' }],
    })
    await verifyEmail(visitor(), { token, password, name: 'Ada' })
    for (const given of [thief, 'another password here'])
      expect(await refusalOf(() => signIn(visitor(), { email, password: given }))).toMatchObject({
        status: 401,
      })
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({
      name: 'Ada',
      email_verified: true,
    })
  })

  test('an unconfirmed account neither reads nor deletes what belongs to the address', async () => {
    const { email, ctx } = await prepared()
    await signUp(withMail(), { name: 'Ada', email })
    expect(await exportAccount(ctx)).toMatchObject({ signups: [], emails: [], messages: [] })
    await deleteAccount(ctx, { password: thief })
    const waiting = it.app.db.selectFrom('pending_signups').select('name').where('email', '=', email)
    expect(await waiting.execute()).toEqual([{ name: 'Ada' }])
  })

  test('the owner takes their address back from an unconfirmed account at the setup', async () => {
    const { email, user } = await prepared()
    const token = (await createSetupLink(it.ctx()))!.replace('/setup?token=', '')
    const owner = await completeSetup(visitor(), { token, name: 'Olga', email, password })
    expect(owner).toMatchObject({ role: 'owner', connections: [] })
    expect(owner.id).not.toBe(user.id)
    expect(await refusalOf(() => signIn(visitor(), { email, password: thief }))).toMatchObject({
      status: 401,
    })
  })
})
