import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providers } from '#app/platform/config/providers.ts'
import { anAddress, anEmail, client, json, type ErrorBody } from '#tests/support/http/client.ts'
import { oneEngine, openEngine } from '#tests/support/engines.ts'
import { sayNo } from '#tests/mocks/codes.ts'
import { aDiscordPerson, discordEnv, discordLetsIn } from '#tests/mocks/discord.ts'
import { aGithubPerson, githubLetsIn } from '#tests/mocks/github.ts'
import { plays, providersEnv } from '#tests/mocks/providers.ts'
import { startServer, type RunningServer } from '#tests/support/http/server.ts'
import { leadsTo, pathOf, visitor } from '#tests/support/http/visitor.ts'

describe.each(oneEngine)('signing in at a provider, on %s', (name) => {
  let server: RunningServer
  const undo: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const engine = await openEngine(name)
    const env = { ...engine.env, ...providersEnv, TRUST_PROXY: '1' }
    server = await startServer(env, undefined, undefined, { mocked: true })
    undo.push(server.stop, engine.remove)
  })
  afterAll(async () => {
    for (const step of undo) await step()
  })

  const browser = (address = anAddress()) => {
    const get = client({ url: server.url } as never, address)
    return visitor((path, init) => get(path, init))
  }
  test.each(providers)('two hops over %s open an account', async (provider) => {
    const grace = browser()
    const email = anEmail()
    const first = await grace.go(`/api/auth/${provider}?redirect_to=/docs`)
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([302, 'no-store'])
    const back = plays[provider](leadsTo(first), email)
    expect(back.origin + back.pathname).toBe(`${server.url}/api/auth/${provider}/callback`)
    const last = await grace.go(pathOf(back))
    expect([last.status, leadsTo(last), last.headers.getSetCookie()]).toEqual([
      302,
      '/docs',
      [
        `sign-in-${provider}=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax`,
        expect.stringMatching(/^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^device=[\w-]+; /),
      ],
    ])
    expect(await (await grace.go('/api/profile')).json()).toMatchObject({
      user: { email, email_verified: true, has_password: false, connections: [provider], role: 'member' },
    })
    expect(leadsTo(await grace.go(pathOf(back)))).toBe('/profile/security?error=state')
  })

  test('a password account links and unlinks a provider, and keeps its last sign-in', async () => {
    const ada = browser()
    const input = { name: 'Ada', email: anEmail(), password: 'an unlikely sentence' }
    expect((await ada.go('/api/auth/signup', json(input))).status).toBe(201)
    const person = aGithubPerson(input.email)
    const enter = async (who = ada) =>
      leadsTo(await who.go(pathOf(githubLetsIn(leadsTo(await who.go('/api/auth/github')), person))))
    const stranger = browser()
    expect(await enter(stranger)).toBe('/login?error=link_first')
    expect(await enter()).toBe('/login')
    expect(await enter(stranger)).toBe('/login')
    expect(await stranger.name()).toBe('Ada')
    const remove = (who = ada) => who.go('/api/profile/connections/github', { method: 'DELETE' })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    const grace = browser()
    await grace.go(pathOf(plays.github(leadsTo(await grace.go('/api/auth/github')), anEmail())))
    expect((await remove(grace)).status).toBe(409)
  })

  test('a refusal is explained on the page that it leads to, and an unknown code is not', async () => {
    const grace = browser()
    const no = sayNo(leadsTo(await grace.go('/api/auth/discord?redirect_to=/docs')))
    const back = await grace.go(pathOf(no))
    expect(leadsTo(back)).toBe('/login?error=denied&redirect_to=%2Fdocs')
    const page = await (await grace.go(leadsTo(back))).text()
    expect(page).toContain('You cancelled the sign-in with the provider')
    expect(page).toContain('/api/auth/github?redirect_to=%2Fdocs')
    expect(await (await grace.go('/login?error=%3Cb%3E')).text()).not.toContain('role="alert"')
    expect(await (await grace.go('/signup')).text()).toContain('/api/auth/discord?redirect_to=%2Fprofile')
  })

  test('a provider in trouble is told, and the log says which without a code or a token', async () => {
    const grace = browser()
    const trouble = { at: 'person', is: 'down' } as const
    const location = leadsTo(await grace.go('/api/auth/discord'))
    const back = discordLetsIn(location, aDiscordPerson(anEmail()), trouble)
    expect(leadsTo(await grace.go(pathOf(back)))).toBe('/login?error=provider_down')
    const said = server.output()
    expect(said).toContain('discord.com/api/v10/users/@me returned 500')
    for (const secret of [back.searchParams.get('code')!, discordEnv.DISCORD_CLIENT_SECRET])
      expect(said).not.toContain(secret)
  })

  test('over HTTPS the cookies are Secure, and a foreign way to go is 400', async () => {
    const get = client({ url: server.url } as never)
    const secure = await get('/api/auth/github', { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(secure.headers.getSetCookie()[0]).toMatch(/; SameSite=Lax; Secure$/)
    const foreign = await get('/api/auth/github?redirect_to=//evil.example')
    expect([foreign.status, ((await foreign.json()) as ErrorBody).code]).toEqual([400, 'invalid_request'])
  })
})
