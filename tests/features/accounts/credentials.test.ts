import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import {
  changePassword,
  checkResetToken,
  confirmPasswordReset,
  requestPasswordReset,
} from '#app/features/accounts/sign-in/credentials.server.ts'
import { signInWithIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { actorOfSession, openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { issueToken } from '#app/features/accounts/tokens.server.ts'
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
import { anIdentity, outboxEmailsTo, signedIn } from '#tests/support/db/people.ts'

const password = 'correct horse battery'
const next = 'staple after staple'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  const visitor = () => it.ctx(anonymous)
  const opens = (email: string, secret: string) =>
    signIn(visitor(), { email, password: secret }).then(
      () => true,
      () => false,
    )

  test('a new password replaces the old one, ends other sessions and renews this one', async () => {
    const user = await aUser(it)
    const [here, there] = [await signedIn(it, user), await signedIn(it, user)]
    const { token, seconds } = await changePassword(here.ctx, {
      current_password: password,
      new_password: next,
    })
    expect(await actorOfSession(it.app, there.token)).toEqual(anonymous)
    expect(await actorOfSession(it.app, here.token)).toEqual(anonymous)
    expect(await actorOfSession(it.app, token)).toMatchObject({ kind: 'user', userId: user.id })
    expect(seconds).toBe(7 * 24 * 60 * 60)
    expect([await opens(user.email, password), await opens(user.email, next)]).toEqual([false, true])
    expect(await outboxEmailsTo(it, user.email)).toMatchObject([{ kind: 'password_changed' }])
  })

  test('a wrong current password changes nothing and marks the field', async () => {
    const user = await aUser(it)
    const { ctx, token } = await signedIn(it, user)
    for (const current_password of ['not mine at all', undefined]) {
      const refusal = await refusalOf(() => changePassword(ctx, { current_password, new_password: next }))
      expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'current_password' }] })
    }
    expect(await actorOfSession(it.app, token)).toMatchObject({ kind: 'user' })
    expect(await opens(user.email, password)).toBe(true)
  })

  test('guesses at the password of an open session are paused like failed sign-ins', async () => {
    const { ctx } = await signedIn(it, await aUser(it))
    const guess = () =>
      refusalOf(() => changePassword(ctx, { current_password: 'a guess', new_password: next }))
    for (let time = 0; time < 3; time++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })

  test.each([
    ['that is the one before', password],
    ['that everybody uses', 'password123'],
    ['that everybody uses, in capitals', 'iLoveYou1'],
    ['made from the name of this site', 'Signpost2026!'],
  ])('a new password %s is refused beside its field', async (_, new_password) => {
    const user = await aUser(it)
    const { ctx } = await signedIn(it, user)
    const refusal = await refusalOf(() => changePassword(ctx, { current_password: password, new_password }))
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'new_password' }] })
    expect(await opens(user.email, password)).toBe(true)
  })

  test('a new password made from your name or address is refused', async () => {
    const user = await aUser(it, { name: 'Grace Hopper', email: `hoppergrace${anEmail()}` })
    const { ctx } = await signedIn(it, user)
    for (const new_password of ['Grace Hopper', `${user.email.split('@')[0]}99`]) {
      const refusal = await refusalOf(() => changePassword(ctx, { current_password: password, new_password }))
      expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'new_password' }] })
    }
  })

  test('an account without a password can set one within ten minutes of a sign-in', async () => {
    const { user } = await signInWithIdentity(visitor(), anIdentity())
    const session = { userId: user.id, userAgent: null, address: '10.0.0.1' }
    const token = await openSession(it.app, { ...session, method: 'github' })
    const ctx = it.ctx(await actorOfSession(it.app, token))
    it.at('2026-11-21T12:10:00.001Z')
    expect(await refusalOf(() => changePassword(ctx, { new_password: next }))).toMatchObject({ status: 403 })
    it.at('2026-11-21T12:10:00.000Z')
    await changePassword(ctx, { new_password: next })
    expect(await opens(user.email, next)).toBe(true)
  })

  test('asking for a reset does the same for every address', async () => {
    const [{ email }, stranger] = [await aUser(it), anEmail()]
    for (const address of [email, stranger]) {
      await requestPasswordReset(visitor(), { email: address })
      expect(await outboxEmailsTo(it, address)).toMatchObject([{ kind: 'reset_password', data: {} }])
    }
  })

  test('an address gets three letters an hour, and the fourth request says nothing', async () => {
    const email = anEmail()
    for (let time = 0; time < 5; time++) await requestPasswordReset(visitor(), { email })
    expect(await outboxEmailsTo(it, email)).toHaveLength(3)
  })

  test('the link sets the password once, ends every session, and confirms the address', async () => {
    const user = await aUser(it)
    const { token: cookie } = await signedIn(it, user)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    expect((await checkResetToken(visitor(), token)).email).toBe(user.email)
    await confirmPasswordReset(visitor(), { token, new_password: next })
    expect(await actorOfSession(it.app, cookie)).toEqual(anonymous)
    expect((await signIn(visitor(), { email: user.email, password: next })).user).toMatchObject({
      email_verified: true,
    })
    expect(await opens(user.email, password)).toBe(false)
    expect(
      await refusalOf(() => confirmPasswordReset(visitor(), { token, new_password: password })),
    ).toMatchObject({
      status: 400,
      issues: [{ path: 'token' }],
    })
    expect((await outboxEmailsTo(it, user.email)).at(-1)).toMatchObject({ kind: 'password_changed' })
  })

  test('of two who follow the link at once, one sets the password', async () => {
    const user = await aUser(it)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    const secrets = ['one of the passwords', 'the other password']
    const ends = await Promise.allSettled(
      secrets.map((new_password) => confirmPasswordReset(visitor(), { token, new_password })),
    )
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = ends.findIndex(({ status }) => status === 'fulfilled')
    expect(await opens(user.email, secrets[winner]!)).toBe(true)
  })

  test('the link expires after an hour, and a weak password does not use it up', async () => {
    const user = await aUser(it)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    const refusal = await refusalOf(() =>
      confirmPasswordReset(visitor(), { token, new_password: 'password123' }),
    )
    expect(refusal).toMatchObject({ issues: [{ path: 'new_password' }] })
    it.at('2026-11-21T13:00:00.000Z')
    expect(await refusalOf(() => checkResetToken(visitor(), token))).toMatchObject({ status: 400 })
    it.at('2026-11-21T12:59:59.999Z')
    await confirmPasswordReset(visitor(), { token, new_password: next })
  })

  test('a reset removes identities that were linked before the address was confirmed', async () => {
    const user = await aUser(it)
    const thief = anIdentity()
    await signInWithIdentity((await signedIn(it, user)).ctx, thief)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    await confirmPasswordReset(visitor(), { token, new_password: next })
    expect((await signIn(visitor(), { email: user.email, password: next })).user).toMatchObject({
      connections: [],
    })
    expect((await signInWithIdentity(visitor(), thief)).user.id).not.toBe(user.id)
  })

  test('a link of an account that was disabled does nothing', async () => {
    const user = await aUser(it)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    await it.app.db.updateTable('users').set({ disabled_at: NOON }).where('id', '=', user.id).execute()
    expect(
      await refusalOf(() => confirmPasswordReset(visitor(), { token, new_password: next })),
    ).toMatchObject({
      status: 400,
    })
    expect(await refusalOf(() => signIn(visitor(), { email: user.email, password }))).toMatchObject({
      status: 403,
    })
  })

  test('a change of the password makes the links from before useless', async () => {
    const user = await aUser(it)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    const { ctx } = await signedIn(it, user)
    await changePassword(ctx, { current_password: password, new_password: next })
    expect(await refusalOf(() => checkResetToken(visitor(), token))).toMatchObject({ status: 400 })
  })
})
