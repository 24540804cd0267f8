import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import {
  checkVerification,
  resendVerification,
  signUp,
  verifyEmail,
} from '#app/features/accounts/signup.server.ts'
import { purgeAccounts } from '#app/features/accounts/retention.server.ts'
import { issueSignupToken, issueToken } from '#app/features/accounts/tokens.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anEmail,
  anonymous,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { actingAs, outboxEmailsTo } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

describe.each(engineNames)('with a mail server, %s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine, { SMTP_URL: 'smtp://127.0.0.1:1' })))
  afterAll(() => it.close())

  const visitor = () => it.ctx(anonymous)
  const open = (email: string, over = {}) => signUp(visitor(), { name: 'Ada', email, password, ...over })

  /** The token of the newest letter to an address, as the one who has the letter would have it. */
  async function tokenFor(email: string) {
    const letter = (await outboxEmailsTo(it, email)).at(-1)!
    return (await issueSignupToken(it.ctx(), (letter.data as { signup_id: string }).signup_id))!.token
  }

  test('the answer is the same for a new and for a taken address, and makes no account', async () => {
    const { email: taken } = await aUser(it)
    const fresh = anEmail()
    expect([await open(taken), await open(fresh)]).toEqual([null, null])
    for (const email of [taken, fresh])
      expect(await outboxEmailsTo(it, email)).toMatchObject([{ kind: 'confirm_signup', status: 'waiting' }])
    expect(await refusalOf(() => signIn(visitor(), { email: fresh, password }))).toMatchObject({
      status: 401,
    })
  })

  test('following the link makes the account, with its address confirmed, once', async () => {
    const email = anEmail()
    await open(email)
    const token = await tokenFor(email)
    expect(await checkVerification(visitor(), token)).toEqual({ email, name: 'Ada', choosesPassword: true })
    await verifyEmail(visitor(), { token, password })
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({
      email_verified: true,
      role: 'member',
    })
    expect(await refusalOf(() => verifyEmail(visitor(), { token, password }))).toMatchObject({
      status: 400,
      issues: [{ path: 'token' }],
    })
  })

  test('signing up with a taken address never gives access to its owner’s account', async () => {
    const email = anEmail()
    await open(email, { password: 'the password of a thief' })
    const stolen = await tokenFor(email)
    await open(email)
    await verifyEmail(visitor(), { token: await tokenFor(email), password })
    expect(
      await refusalOf(() => signIn(visitor(), { email, password: 'the password of a thief' })),
    ).toMatchObject({
      status: 401,
    })
    expect(await refusalOf(() => verifyEmail(visitor(), { token: stolen }))).toMatchObject({ status: 400 })
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({ email })
  })

  test('a sign-up that nobody confirms is over after a day', async () => {
    const email = anEmail()
    await open(email)
    const token = await tokenFor(email)
    it.at('2026-11-22T12:00:00.000Z')
    expect(await refusalOf(() => checkVerification(visitor(), token))).toMatchObject({ status: 400 })
    expect(await refusalOf(() => verifyEmail(visitor(), { token }))).toMatchObject({ status: 400 })
    await purgeAccounts(it.ctx())
    const rows = await it.app.db
      .selectFrom('pending_signups')
      .select('email')
      .where('email', '=', email)
      .execute()
    expect(rows).toEqual([])
    it.at(NOON)
  })

  test('an address taken in the meantime is a conflict and leaves the account unchanged', async () => {
    const email = anEmail()
    await open(email)
    const token = await tokenFor(email)
    const { id } = await aUser(it, { email })
    expect(await refusalOf(() => verifyEmail(visitor(), { token, password }))).toMatchObject({ status: 409 })
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({ id })
  })

  test('no mailbox is flooded: past three an hour, the response stays but no email goes', async () => {
    const email = anEmail()
    for (let time = 0; time < 5; time++) expect(await open(email)).toBeNull()
    expect(await outboxEmailsTo(it, email)).toHaveLength(3)
  })

  test('neither the outbox nor a sign-up that waits holds a password or a token', async () => {
    const email = anEmail()
    await open(email)
    const token = await tokenFor(email)
    const rows = JSON.stringify([
      await it.app.db.selectFrom('pending_signups').selectAll().execute(),
      await it.app.db.selectFrom('outbox').selectAll().execute(),
    ])
    expect(rows).not.toContain(password)
    expect(rows).not.toContain(token)
  })
})

describe.each(engineNames)('without a mail server, %s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('the account is there at once, and a letter to confirm its address waits', async () => {
    const email = anEmail()
    const user = (await signUp(it.ctx(anonymous), { name: 'Ada', email, password }))!
    expect(user.email_verified).toBe(false)
    expect(await outboxEmailsTo(it, email)).toMatchObject([
      { kind: 'verify_email', data: { user_id: user.id } },
    ])
    const token = await issueToken(it.ctx(), user.id, 'verify_email')
    expect(await checkVerification(actingAs(it, user), token)).toEqual({
      email,
      name: 'Ada',
      choosesPassword: false,
    })
    await verifyEmail(actingAs(it, user), { token })
    expect((await signIn(it.ctx(anonymous), { email, password })).user).toMatchObject({
      email_verified: true,
    })
  })

  test('a new email replaces the previous one, and its link expires after a day', async () => {
    const user = await aUser(it)
    const old = await issueToken(it.ctx(), user.id, 'verify_email')
    const token = await issueToken(it.ctx(), user.id, 'verify_email')
    expect(await refusalOf(() => verifyEmail(it.ctx(anonymous), { token: old }))).toMatchObject({
      status: 400,
    })
    it.at('2026-11-22T12:00:00.000Z')
    expect(await refusalOf(() => verifyEmail(it.ctx(anonymous), { token }))).toMatchObject({ status: 400 })
    it.at('2026-11-22T11:59:59.999Z')
    await verifyEmail(actingAs(it, user), { token })
    it.at(NOON)
  })

  test('one asks for another letter until the address is confirmed', async () => {
    const user = await aUser(it)
    await resendVerification(actingAs(it, user))
    expect(await outboxEmailsTo(it, user.email)).toMatchObject([{ kind: 'verify_email' }])
    await verifyEmail(actingAs(it, user), { token: await issueToken(it.ctx(), user.id, 'verify_email') })
    expect(await refusalOf(() => resendVerification(actingAs(it, user)))).toMatchObject({ status: 409 })
    expect(await refusalOf(() => resendVerification(it.ctx(anonymous)))).toMatchObject({ status: 401 })
  })

  test('a token for one purpose does nothing for another', async () => {
    const user = await aUser(it)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    expect(await refusalOf(() => verifyEmail(it.ctx(anonymous), { token }))).toMatchObject({ status: 400 })
  })
})
