import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChallenge } from '#app/features/contact/challenge.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import type { ChallengeConfig } from '#app/platform/config/contact.ts'
import { askTurnstile } from '#app/features/contact/turnstile.server.ts'
import { reportIntegrations } from '#app/features/integrations/integrations.server.ts'
import type { Integration } from '#app/features/integrations/schema.ts'
import { aMessage, keptMessages } from '#tests/support/db/contact.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  keyOf,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { askedOfTurnstile, aToken, troubledTokens, turnstile, turnstileKeys } from '#tests/mocks/turnstile.ts'

const world = setupServer(...turnstile)
beforeAll(() => world.listen({ onUnhandledRequest: 'error' }))
afterAll(() => world.close())

const turnstileWith = (secretKey: string): ChallengeConfig => ({
  provider: 'turnstile',
  siteKey: turnstileKeys.site,
  secretKey,
})

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('contact_submissions').execute()
    await it.app.db.deleteFrom('challenge_health').execute()
  })

  const ctx = (challenge: ChallengeConfig) => ({
    ...it.ctx(anonymous),
    config: { ...it.app.config, challenge },
    origin: { address: '203.0.113.7', requestId: 'r', tool: null },
  })
  const failed = { status: 400, code: 'challenge_failed' }

  test('Turnstile gets the secret, the token and the address, and its verdict decides', async () => {
    const input = aMessage({ 'cf-turnstile-response': aToken })
    const passes = ctx(turnstileWith(turnstileKeys.passes))
    expect(await createChallenge(passes)).toMatchObject({
      provider: 'turnstile',
      site_key: turnstileKeys.site,
    })
    await submitMessage(passes, input)
    expect(askedOfTurnstile.at(-1)).toEqual({
      secret: turnstileKeys.passes,
      response: aToken,
      remoteip: '203.0.113.7',
    })
    for (const secret of [turnstileKeys.fails, turnstileKeys.spent])
      expect(await refusalOf(() => submitMessage(ctx(turnstileWith(secret)), input))).toMatchObject(failed)
    const missing = () => submitMessage(passes, aMessage({ altcha: 'x' }))
    expect(await refusalOf(missing)).toMatchObject({ status: 400, code: 'challenge_required' })
    expect(await keptMessages(it)).toHaveLength(1)
  })

  test('while Turnstile cannot be asked it is a 503, and nothing is kept or said to be', async () => {
    const { broken, cut, garbled } = troubledTokens
    const cases = [
      [turnstileKeys.passes, broken],
      [turnstileKeys.passes, cut],
      [turnstileKeys.passes, garbled],
      ['4x-a-secret-of-somebody-else', aToken],
    ] as const
    for (const [secret, token] of cases) {
      const message = aMessage({ 'cf-turnstile-response': token })
      const refusal = await refusalOf(() => submitMessage(ctx(turnstileWith(secret)), message))
      expect(refusal).toMatchObject({ status: 503, code: 'unavailable', headers: { 'Retry-After': '60' } })
      expect(refusal.message).toContain('was not sent')
    }
    expect(await keptMessages(it)).toEqual([])
  })

  test('the integration stands as the last answer left it, for every instance', async () => {
    const { id: guildId } = await aGuild(it)
    const standing = async (challenge: ChallengeConfig) =>
      (await reportIntegrations(
        { ...it.ctx(keyOf(guildId)), config: { ...it.app.config, challenge } },
        { slug: 'bot-challenge' },
      )) as Integration
    const passes = turnstileWith(turnstileKeys.passes)
    const send = (token: string) =>
      submitMessage(ctx(passes), aMessage({ 'cf-turnstile-response': token })).catch(() => {})
    expect((await standing({ provider: 'none' })).status).toBe('not_configured')
    expect((await standing({ provider: 'altcha' })).status).toBe('online')
    expect(await standing(passes)).toMatchObject({ status: 'unknown', last_error: null })
    it.at('2026-11-21T12:00:00.000Z')
    await send(aToken)
    it.at('2026-11-21T12:00:30.000Z')
    await send(aToken)
    const heard = { status: 'online', last_heartbeat_at: '2026-11-21T12:00:00.000Z' }
    expect(await standing(passes)).toMatchObject(heard)
    it.at('2026-11-21T12:00:40.000Z')
    await send(troubledTokens.broken)
    const error = { code: 'challenge_unavailable', message: 'Turnstile returned 500.' }
    expect(await standing(passes)).toMatchObject({
      status: 'degraded',
      last_error: { ...error, at: '2026-11-21T12:00:40.000Z' },
    })
    it.at('2026-11-21T12:00:41.000Z')
    await send(aToken)
    expect(await standing(passes)).toMatchObject({ status: 'online', last_error: error })
  })
})

test('Turnstile is waited for only so long', async () => {
  const { slow } = troubledTokens
  const asked = { secretKey: turnstileKeys.passes, token: slow, address: null }
  expect(await askTurnstile(asked, 50)).toEqual({ outcome: 'unknown', failure: 'Turnstile took too long.' })
})
