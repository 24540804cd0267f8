import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { finishSignIn } from '#app/http/sign-in/providers.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { finishOperation } from '#app/features/accounts/sign-in/operations.ts'
import { perProvider, providers } from '#app/platform/config/providers.ts'
import { engineNames } from '#tests/support/engines.ts'
import { altered, anEmail, aUser, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { sayNo, type Trouble } from '#tests/mocks/codes.ts'
import { plays as pages, providersEnv } from '#tests/mocks/providers.ts'
import { listen, outside } from '#tests/mocks/outside.ts'
import { leadsTo, pathOf, toRoutes, visitor, type Visitor } from '#tests/support/http/visitor.ts'

beforeAll(listen)
afterAll(() => outside.close())

const site = { ...providersEnv, SITE_URL: 'https://signpost.example' }
const plays = perProvider((provider) => [
  provider,
  (at: string, trouble?: Trouble) => pages[provider](at, anEmail(), trouble),
])

/** The ways back, for a provider that gets a tenth of a second instead of eight. */
const impatient = perProvider((provider) => [
  `/api/auth/${provider}/callback`,
  { loader: endpoint({ GET: [finishOperation, (ctx, _, args) => finishSignIn(ctx, args, 100)] }) },
])

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let grace: Visitor
  beforeAll(async () => void (it = await openTestApp(engine, site)))
  beforeEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('users').execute()
    grace = visitor(toRoutes(it.app))
  })
  afterAll(() => it.close())

  const begin = async (provider: string, who = grace) => leadsTo(await who.go(`/api/auth/${provider}`))
  const end = async (back: URL, who = grace) => leadsTo(await who.go(pathOf(back)))
  const opened = async () => (await it.app.db.selectFrom('users').select('id').execute()).length
  async function enter(who: Visitor) {
    const { id } = await aUser(it)
    const visit = {
      request: new Request('https://signpost.example/'),
      context: { app: it.app, facts: { requestId: 'r', address: '10.0.0.1', secure: false, nonce: '' } },
    }
    who.cookies.set('session', /session=([^;]+)/.exec(await startSession(visit, id))![1]!)
  }

  test.each(providers)('%s: a no is told, and the sign-in is over', async (provider) => {
    const no = sayNo(await begin(provider))
    expect(await end(no)).toBe('/login?error=denied')
    expect(grace.cookies.size).toBe(0)
    expect(await end(no)).toBe('/login?error=state')
  })

  test.each(providers)('%s: a way back with another state, or without one, is refused', async (provider) => {
    const back = plays[provider](await begin(provider))
    const other = new URL(back)
    other.searchParams.set('state', plays[provider](await begin(provider)).searchParams.get('state')!)
    const none = new URL(back)
    none.searchParams.delete('state')
    for (const wrong of [back, none]) {
      await begin(provider)
      expect(await end(wrong)).toBe('/login?error=state')
    }
    const no = sayNo(await begin(provider))
    no.searchParams.set('state', 'x'.repeat(36))
    expect(await end(no)).toBe('/login?error=state')
    expect(await opened()).toBe(0)
  })

  test.each(providers)(
    '%s: another browser, or the other provider’s cookie, does not end it',
    async (provider) => {
      const back = plays[provider](await begin(provider))
      expect(await end(back, visitor(toRoutes(it.app)))).toBe('/login?error=state')
      const mine = grace.cookies.get(`sign-in-${provider}`)!
      const other = visitor(toRoutes(it.app))
      other.cookies.set(`sign-in-${provider === 'github' ? 'discord' : 'github'}`, mine)
      expect(await end(back, other)).toBe('/login?error=state')
      for (const forged of ['x', altered(mine), 'A'.repeat(200)]) {
        other.cookies.set(`sign-in-${provider}`, forged)
        expect(await end(back, other)).toBe('/login?error=state')
      }
      expect(await end(back)).toBe('/login')
    },
  )

  test.each(providers)('%s: it may take five minutes and no longer', async (provider) => {
    const [first, second] = [grace, visitor(toRoutes(it.app))]
    const back = plays[provider](await begin(provider))
    const late = plays[provider](await begin(provider, second))
    it.at('2026-11-21T12:05:00.000Z')
    expect(await end(back, first)).toBe('/login')
    it.at('2026-11-21T12:05:00.001Z')
    expect(await end(late, second)).toBe('/login?error=state')
  })

  test.each(providers)('%s: a callback works once, even with a copy of the cookie', async (provider) => {
    const back = plays[provider](await begin(provider))
    const kept = grace.cookies.get(`sign-in-${provider}`)!
    expect(await end(back)).toBe('/login')
    expect(await end(back)).toBe('/profile/security?error=state')
    const replay = visitor(toRoutes(it.app))
    replay.cookies.set(`sign-in-${provider}`, kept)
    expect(await end(back, replay)).toBe('/login?error=provider_down')
  })

  test('whoever returns must be who began: signed in, signed out or replaced meanwhile', async () => {
    const back = plays.github(await begin('github'))
    await enter(grace)
    expect(await end(back)).toBe('/profile/security?error=state')
    const linking = plays.github(await begin('github'))
    await enter(grace)
    expect(await end(linking)).toBe('/profile/security?error=state')
    const leaving = plays.github(await begin('github'))
    grace.cookies.delete('session')
    expect(await end(leaving)).toBe('/login?error=state')
    expect(await it.app.db.selectFrom('identities').selectAll().execute()).toEqual([])
  })

  test('a code that was begun with another proof key is refused', async () => {
    const stolen = plays.github(await begin('github', visitor(toRoutes(it.app))))
    const mine = plays.github(await begin('github'))
    mine.searchParams.set('code', stolen.searchParams.get('code')!)
    expect(await end(mine)).toBe('/login?error=provider_down')
  })

  test.each(
    providers.flatMap((provider) => [
      ...(['network', 'down', 'malformed', 'empty', 'huge', 'refused'] as const).flatMap((is) => [
        [provider, 'token', is] as const,
        [provider, 'person', is] as const,
      ]),
    ]),
  )('%s: asked for the %s, a provider with trouble (%s) is told', async (provider, at, is) => {
    expect(await end(plays[provider](await begin(provider), { at, is }))).toBe('/login?error=provider_down')
    expect(grace.cookies.size).toBe(0)
    expect(await opened()).toBe(0)
  })

  test.each(providers)('%s: a provider that is too slow is told', async (provider) => {
    const who = visitor(toRoutes(it.app, { more: impatient }))
    for (const at of ['token', 'person'] as const) {
      const began = performance.now()
      const back = plays[provider](await begin(provider, who), { at, is: 'slow' })
      expect(await end(back, who)).toBe('/login?error=provider_down')
      expect(performance.now() - began).toBeLessThan(1_500)
    }
  })

  test('a provider that leads back with an error of its own, or without a code, is told', async () => {
    const wrong = sayNo(await begin('github'))
    wrong.searchParams.set('error', 'redirect_uri_mismatch')
    expect(await end(wrong)).toBe('/login?error=provider_down')
    const empty = plays.discord(await begin('discord'))
    empty.searchParams.delete('code')
    expect(await end(empty)).toBe('/login?error=provider_down')
  })

  test('HEAD leads like GET and uses nothing up', async () => {
    const head = await grace.go('/api/auth/github', { method: 'HEAD' })
    expect([head.status, leadsTo(head)]).toEqual([302, expect.stringMatching(/^https:\/\/github\.com\//)])
    const back = plays.github(await begin('github'))
    const look = await grace.go(pathOf(back), { method: 'HEAD' })
    expect([look.status, look.headers.getSetCookie()]).toEqual([302, []])
    expect(await end(back)).toBe('/login')
    expect((await grace.go('/api/auth/github', { method: 'POST' })).status).toBe(405)
  })

  test('an address may begin and end so many sign-ins', async () => {
    const who = visitor(toRoutes(it.app))
    for (let use = 1; use <= rateLimits.oauth.points; use++)
      expect((await who.go(use % 2 ? '/api/auth/github' : '/api/auth/discord/callback')).status).toBe(302)
    const refused = await who.go('/api/auth/discord')
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  })
})

test.each(providers)('without its settings %s is not served', async (provider) => {
  const it = await openTestApp(engineNames[0]!, { GITHUB_CLIENT_ID: 'only half', SITE_URL: site.SITE_URL })
  const { go } = visitor(toRoutes(it.app))
  for (const path of [`/api/auth/${provider}`, `/api/auth/${provider}/callback?code=x&state=y`]) {
    const answer = await go(path)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable' }),
    ])
  }
  await it.close()
})
