import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import { accountKey } from '#app/features/accounts/sign-in/password-attempts.server.ts'
import { changePassword, confirmPasswordReset } from '#app/features/accounts/sign-in/credentials.server.ts'
import { issueDevice } from '#app/features/accounts/sign-in/devices.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { DEVICE_SECONDS } from '#app/features/accounts/schema.ts'
import { issueToken } from '#app/features/accounts/tokens.server.ts'
import { setPassword } from '#app/features/accounts/users.server.ts'
import type { rememberDevice } from '#app/http/auth/session-cookie.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  altered,
  anEmail,
  anonymous,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { outboxEmailsTo, signedIn } from '#tests/support/db/people.ts'

const password = 'correct horse battery'
const next = 'staple after staple'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  /** Tries a password on a device: the status, or the id of the account that it signs in to. */
  const attempt = (email: string, secret: string, device: string | null = null) =>
    signIn(
      { ...it.ctx(anonymous), origin: { address: '10.0.0.9', requestId: 'r', tool: null, device } },
      { email, password: secret },
    ).then(
      ({ user }) => user.id,
      ({ status }: { status: number }) => status,
    )

  /** Fails from an unknown device until the account's budget has a pause that does not pass within the test. */
  async function lockOut(email: string, device: string | null = null) {
    const statuses: unknown[] = []
    for (let time = 0; time < 4; time++) statuses.push(await attempt(email, 'a wrong one', device))
    expect(statuses).toEqual([401, 401, 401, 429])
  }

  test('strangers who fail on purpose never pause the sign-in on a known device', async () => {
    const user = await aUser(it)
    const device = await issueDevice(it.app, user.id)
    await lockOut(user.email)
    expect(await attempt(user.email, password)).toBe(429)
    expect(await attempt(user.email, password, device)).toBe(user.id)
    // A success on the known device does not hand strangers a new budget.
    expect(await attempt(user.email, 'a wrong one')).toBe(429)
  })

  test('each known device has a budget of its own, and it is no larger', async () => {
    const user = await aUser(it)
    const [one, two] = [await issueDevice(it.app, user.id), await issueDevice(it.app, user.id)]
    await lockOut(user.email, one)
    expect(await attempt(user.email, password, one)).toBe(429)
    expect(await attempt(user.email, password, two)).toBe(user.id)
    expect(await attempt(user.email, password)).toBe(user.id)
  })

  test('a foreign, forged, altered or expired device cookie gives nothing', async () => {
    const [user, other] = [await aUser(it), await aUser(it)]
    const own = (await issueDevice(it.app, user.id))!
    const elsewhere = { ...it.app, secrets: { ...it.app.secrets, pepper: 'x'.repeat(43) } }
    const useless = [
      await issueDevice(it.app, other.id),
      await issueDevice(elsewhere, user.id),
      altered(own),
      own.slice(0, 20),
      `${own}${'A'.repeat(9000)}`,
      'null',
      '',
    ]
    await lockOut(user.email)
    for (const device of useless) expect(await attempt(user.email, password, device)).toBe(429)
    expect(await attempt(user.email, password, own)).toBe(user.id)
    it.at(new Date(Date.parse(NOON) + DEVICE_SECONDS * 1000).toISOString())
    expect(await attempt(user.email, password, own)).toBe(429)
  })

  test('a device cookie alone signs nobody in, and wrong passwords stay wrong', async () => {
    const user = await aUser(it)
    const device = await issueDevice(it.app, user.id)
    expect(await attempt(user.email, '', device)).toBe(401)
    expect(await attempt(user.email, password, device)).toBe(user.id)
  })

  test('a reset by email revokes devices, and the browser that did it is known', async () => {
    const user = await aUser(it)
    const device = await issueDevice(it.app, user.id)
    await lockOut(user.email)
    const token = await issueToken(it.ctx(), user.id, 'reset_password')
    const fresh = await confirmPasswordReset(it.ctx(anonymous), { token, new_password: next })
    expect(await attempt(user.email, next, device)).toBe(429)
    expect(await attempt(user.email, next, fresh)).toBe(user.id)
  })

  test('a changed password revokes every device but the one it was changed on', async () => {
    const user = await aUser(it)
    const before = await issueDevice(it.app, user.id)
    const { ctx } = await signedIn(it, user)
    const { device } = await changePassword(ctx, { current_password: password, new_password: next })
    await lockOut(user.email)
    expect(await attempt(user.email, next, before)).toBe(429)
    expect(await attempt(user.email, next, device)).toBe(user.id)
    await setPassword(it.ctx(), { email: user.email, password })
    expect(await attempt(user.email, password, device)).toBe(429)
  })

  test('an account without a password has devices too, until it gets one', async () => {
    const user = await aUser(it)
    await it.app.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    const device = await issueDevice(it.app, user.id)
    expect(await attempt(user.email, password, device)).toBe(401)
    await setPassword(it.ctx(), { email: user.email, password })
    await lockOut(user.email)
    expect(await attempt(user.email, password, device)).toBe(429)
  })

  test('failed sign-ins elsewhere leave the password forms of a session alone', async () => {
    const user = await aUser(it)
    const { ctx } = await signedIn(it, user)
    await lockOut(user.email)
    const wrong = () => refusalOf(() => deleteAccount(ctx, { password: 'a guess' }))
    expect((await wrong()).status).toBe(400)
    await changePassword(ctx, { current_password: password, new_password: next })
    // Its own failures pause it, in this session and in no other, and not the sign-in.
    for (let time = 0; time < 3; time++) expect((await wrong()).status).toBe(400)
    expect((await wrong()).status).toBe(429)
    const other = await signedIn(it, user)
    await deleteAccount(other.ctx, { password: next })
  })

  test('guesses in a session leave the sign-in alone', async () => {
    const user = await aUser(it)
    const { ctx } = await signedIn(it, user)
    for (let time = 0; time < 4; time++) await refusalOf(() => deleteAccount(ctx, { password: 'a guess' }))
    expect(await attempt(user.email, password)).toBe(user.id)
  })

  test('every sign-in that opens a session marks its browser as known', async () => {
    const user = await aUser(it)
    const facts: Parameters<typeof rememberDevice>[0]['context']['facts'] = {
      requestId: 'r',
      address: '10.0.0.1',
      secure: true,
      nonce: '',
    }
    await startSession(
      { request: new Request('http://localhost/'), context: { app: it.app, facts } },
      user.id,
    )
    expect(facts.newDevice).toMatch(
      new RegExp(`^device=[\\w-]+; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax; Secure$`),
    )
    const value = /^device=([^;]+)/.exec(facts.newDevice!)![1]!
    await lockOut(user.email)
    expect(await attempt(user.email, password, value)).toBe(user.id)
  })

  test('the owner is told once a day that strangers used up the attempts', async () => {
    const user = await aUser(it)
    const stranger = anEmail()
    for (const email of [user.email, stranger]) {
      const client = accountKey(it.ctx(), email)
      // The first four failures, without their pauses.
      for (let time = 0; time < 4; time++) await it.app.rateLimiter.consume('login_account', client)
      expect(await outboxEmailsTo(it, email)).toEqual([])
      expect(await attempt(email, 'a wrong one')).toBe(401)
      expect(await attempt(email, 'a wrong one')).toBe(429)
      // An address without an account is treated alike: its email finds out that it goes nowhere.
      expect(await outboxEmailsTo(it, email)).toMatchObject([{ kind: 'sign_in_paused', status: 'waiting' }])
    }
    const device = await issueDevice(it.app, user.id)
    for (let time = 0; time < 4; time++) await attempt(user.email, 'a wrong one', device)
    expect(await outboxEmailsTo(it, user.email)).toHaveLength(1)
  })
})
