import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeRefusals } from '#app/features/audit/refusals.server.ts'
import { createRateLimiter } from '#app/platform/security/rate-limiter.server.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { action as loginApi } from '#app/routes/api/auth/login.ts'
import { action as loginForm } from '#app/routes/account/login.tsx'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, aUser, openTestApp, type TestApp } from '#tests/support/factories.ts'

const password = 'correct horse battery'
const { points } = rateLimits.login

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let limiter = createRateLimiter({ on: true, redis: null })
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(() => void (limiter = createRateLimiter({ on: true, redis: null })))
  afterAll(() => it.close())

  const args = (init: RequestInit, app: object = {}) => {
    const facts = { requestId: 'r', address: '192.0.2.7', secure: false, nonce: '' }
    const request = new Request('http://localhost/login', { method: 'POST', ...init })
    const context = {
      app: { ...it.app, rateLimiter: limiter, ...app },
      facts,
      pages: { markdown: async () => null },
    }
    return { request, context, params: {} } as unknown as ActionFunctionArgs
  }
  const post = async (email: string, secret: string, app?: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ email, password: secret })
    return ((await loginApi(args({ headers, body }, app))) as Response).status
  }
  const submit = async (email: string, secret: string) => {
    const answer = await loginForm(args({ body: new URLSearchParams({ email, password: secret }) }))
    return answer instanceof Response ? answer.status : answer.init?.status
  }
  /** Fails until the address is refused. Returns the number of failures. */
  const failures = async () => {
    for (let failed = 0; failed <= points; failed++)
      if ((await post(anEmail(), 'a wrong one')) === 429) return failed
    return Infinity
  }

  test('successes do not use up the budget of an address, and do not reset it', async () => {
    const { email } = await aUser(it)
    expect([await post(anEmail(), 'a wrong one'), await post(anEmail(), 'a wrong one')]).toEqual([401, 401])
    for (let time = 0; time < points / 2 + 1; time++)
      expect([await post(email, password), await submit(email, password)]).toEqual([200, 302])
    expect(await failures()).toBe(points - 2)
    expect(await post(email, password)).toBe(429)
  })

  test('attempts during a pause do not use up the budget of an address', async () => {
    const { email } = await aUser(it)
    for (let failed = 0; failed < 3; failed++) expect(await post(email, 'a wrong one')).toBe(401)
    for (let time = 0; time < points; time++)
      expect([await post(email, password), await submit(email, password)]).toEqual([429, 429])
    expect(await failures()).toBe(points - 3)
  })

  test('an attempt that cannot be checked does not use up the budget of an address', async () => {
    const { email } = await aUser(it)
    const check = () => Promise.reject(new Error('down'))
    for (let time = 0; time <= points; time++)
      expect(await post(email, password, { passwordHasher: { ...it.app.passwordHasher, check } })).toBe(500)
    expect(await failures()).toBe(points)
  })

  test('an address cannot sign in without end', async () => {
    const { email } = await aUser(it)
    const most = rateLimits.api_anonymous.points + points
    const passwords = { ...it.app.passwordHasher, check: async () => true }
    for (let time = 0; time < most; time++)
      expect(await post(email, password, { passwordHasher: passwords })).toBe(200)
    expect(await post(email, password, { passwordHasher: passwords })).toBe(429)
  })

  test('sign-ins that a limit refuses become one audit row per minute', async () => {
    await writeRefusals(it.ctx(), it.app.refusalCounter)
    await it.app.db.deleteFrom('audit').execute()
    const { email } = await aUser(it)
    for (let failed = 0; failed < 3; failed++) await post(email, 'a wrong one')
    expect([await post(email, password), await submit(email, password)]).toEqual([429, 429])
    await failures()
    expect([await post(email, password), await submit(email, password)]).toEqual([429, 429])
    await writeRefusals(it.ctx(), it.app.refusalCounter)
    const rows = it.app.db.selectFrom('audit').select(['actor_kind', 'target_id', 'address', 'details'])
    expect(await rows.where('action', '=', 'sign_in.throttled').execute()).toEqual([
      {
        actor_kind: 'anonymous',
        target_id: null,
        address: null,
        details: '{"count":5,"networks":["192.0.2.0/24"]}',
      },
    ])
  })
})
