import type { ActionFunctionArgs } from '@remix-run/node'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import { claimAccount } from '#app/features/accounts/claim.server.ts'
import { changePassword, confirmPasswordReset } from '#app/features/accounts/sign-in/credentials.server.ts'
import { signInWithIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { signUp, verifyEmail } from '#app/features/accounts/signup.server.ts'
import { issueToken } from '#app/features/accounts/tokens.server.ts'
import { setPassword, updateUser } from '#app/features/accounts/users.server.ts'
import { createRateLimiter } from '#app/platform/security/rate-limiter.server.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { action as login } from '#app/routes/api/auth/login.ts'
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
import { anIdentity, signedIn } from '#tests/support/db/people.ts'

const password = 'correct horse battery'
const next = 'staple after staple'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const visitor = () => it.ctx(anonymous)
  const facts = (address = '192.0.2.7') => ({ requestId: 'r', address, secure: false, nonce: '' })
  const visit = () => ({
    request: new Request('http://localhost/'),
    context: { app: it.app, facts: facts() },
  })
  const sessions = async (userId: string) =>
    (await it.app.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length
  const opened = async (userId: string) =>
    it.app.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'session.opened')
      .where('actor_id', '=', userId)
      .execute()
  const anAccount = async () => (await signUp(visitor(), { name: 'Eve', email: anEmail(), password }))!

  type Account = { id: string; email: string }
  const changes: Record<string, (account: Account) => Promise<unknown>> = {
    'claimed by confirming the address': async ({ id }) =>
      verifyEmail(visitor(), {
        token: await issueToken(it.ctx(), id, 'verify_email'),
        password: next,
        name: 'A',
      }),
    'claimed by a reset': async ({ id }) =>
      confirmPasswordReset(visitor(), {
        token: await issueToken(it.ctx(), id, 'reset_password'),
        new_password: next,
      }),
    'given a new password by its owner': async (account) => {
      const { ctx } = await signedIn(it, account)
      await changePassword(ctx, { current_password: password, new_password: next })
      await it.app.db.deleteFrom('sessions').where('user_id', '=', account.id).execute()
    },
    'given a new password by the operator': ({ email }) => setPassword(it.ctx(), { email, password: next }),
    disabled: ({ id }) => updateUser(it.ctx(), { id, disabled: true }),
  }

  test.each(Object.keys(changes))(
    'a sign-in that is being checked while the account is %s opens no session',
    async (name) => {
      const account = await anAccount()
      const passwords = {
        ...it.app.passwordHasher,
        async check(hash: string | null | undefined, text: string) {
          const isRight = await it.app.passwordHasher.check(hash, text)
          if (isRight && text === password) {
            passwords.check = it.app.passwordHasher.check
            await changes[name]!(account)
          }
          return isRight
        },
      }
      const request = new Request('http://localhost/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: account.email, password }),
      })
      const app = {
        ...it.app,
        passwordHasher: passwords,
        rateLimiter: createRateLimiter({ on: false, redis: null }),
      }
      const context = { app, facts: facts(), pages: { markdown: async () => null } }
      const response = (await login({ request, context, params: {} } as ActionFunctionArgs)) as Response
      expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
      expect(await sessions(account.id)).toBe(0)
      expect(await opened(account.id)).toEqual([])
    },
  )

  test('a sign-in at a provider that the claim has unlinked opens no session', async () => {
    const account = await anAccount()
    const identity = anIdentity()
    await signInWithIdentity((await signedIn(it, account)).ctx, identity)
    const { user, proof } = await signInWithIdentity(visitor(), identity)
    expect(user.id).toBe(account.id)
    await changes['claimed by a reset']!(account)
    expect(await refusalOf(() => startSession(visit(), user.id, proof))).toMatchObject({ code: 'state' })
    expect(await sessions(account.id)).toBe(0)
    expect(await opened(account.id)).toEqual([])
  })

  test('a session opened while a claim is written waits for it and is refused', async () => {
    const account = await anAccount()
    const { proof } = await signIn(visitor(), { email: account.email, password })
    const confirmed = { name: 'Ada', password_hash: 'another', email_verified_at: NOON }
    let opening: Promise<unknown> = Promise.resolve()
    await inTransaction(it.ctx(), async (inner) => {
      await claimAccount(inner, account, confirmed)
      opening = startSession(visit(), account.id, proof).catch((error: unknown) => error)
      await setTimeout(300)
    })
    expect(await opening).toMatchObject({ code: 'invalid_credentials' })
    expect(await sessions(account.id)).toBe(0)
  })

  test('an undisturbed sign-in opens a session and makes the browser known', async () => {
    const user = await aUser(it)
    const { proof } = await signIn(visitor(), { email: user.email, password })
    const known = visit()
    await startSession(known, user.id, proof)
    expect(await sessions(user.id)).toBe(1)
    expect(await opened(user.id)).toEqual([{ details: '{"method":"password"}' }])
    expect(known.context.facts).toHaveProperty('newDevice')
  })

  test('one address tries few passwords, however many accounts it tries them on', async () => {
    const app = { ...it.app, rateLimiter: createRateLimiter({ on: true, redis: null }) }
    const attempt = async (email: string, secret: string, address: string) => {
      const request = new Request('http://localhost/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password: secret }),
      })
      const context = { app, facts: facts(address), pages: { markdown: async () => null } }
      return ((await login({ request, context, params: {} } as ActionFunctionArgs)) as Response).status
    }
    const people = await Promise.all(Array.from({ length: rateLimits.login.points + 2 }, () => aUser(it)))
    const statuses: number[] = []
    // Each from another address of one customer’s network.
    for (const [n, { email }] of people.entries())
      statuses.push(await attempt(email, 'a wrong one', `2001:db8:1:2::${n + 1}`))
    expect(statuses).toEqual([...Array<number>(rateLimits.login.points).fill(401), 429, 429])
    expect(await attempt(people[0]!.email, password, '2001:db8:1:2::99')).toBe(429)
    expect(await attempt(people[0]!.email, password, '2001:db8:1:3::1')).toBe(200)
  })
})
