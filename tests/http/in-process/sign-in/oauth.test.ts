import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unlinkIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { isFreshFromProvider } from '#app/features/accounts/sign-in/sessions.server.ts'
import { sessionActor } from '#app/http/auth/authenticate.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { providers } from '#app/platform/config/providers.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, aUser, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { sayNo } from '#tests/mocks/codes.ts'
import { listFound } from '#app/features/claims/claims.server.ts'
import { aDiscordPerson, discordLetsIn } from '#tests/mocks/discord.ts'
import { aGithubPerson, githubLetsIn } from '#tests/mocks/github.ts'
import { plays, providersEnv } from '#tests/mocks/providers.ts'
import { listen, outside } from '#tests/mocks/outside.ts'
import { leadsTo, pathOf, toRoutes, visitor, type Visitor } from '#tests/support/http/visitor.ts'

beforeAll(listen)
afterAll(() => outside.close())

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let grace: Visitor
  beforeAll(
    async () =>
      void (it = await openTestApp(engine, {
        ...providersEnv,
        SITE_URL: 'https://signpost.example',
      })),
  )
  beforeEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('users').execute()
    grace = visitor(toRoutes(it.app))
  })
  afterAll(() => it.close())

  const begin = async (provider: string, query = '', who = grace) =>
    leadsTo(await who.go(`/api/auth/${provider}${query}`))
  const visitOf = (who: Visitor) => ({
    request: new Request('https://signpost.example/', {
      headers: { Cookie: `session=${who.cookies.get('session')}` },
    }),
    context: { app: it.app, facts: { requestId: 'r', address: '10.0.0.1', secure: false, nonce: '' } },
  })
  const ctxOf = async (who: Visitor) => {
    const { request, context } = visitOf(who)
    return it.ctx(await sessionActor(context as never, request))
  }
  /** Signs in with a password. */
  async function enter(who: Visitor, over: Parameters<typeof aUser>[1] = {}) {
    const user = await aUser(it, over)
    who.cookies.set('session', /session=([^;]+)/.exec(await startSession(visitOf(who), user.id))![1]!)
    return user
  }
  const users = () => it.app.db.selectFrom('users').select(['email', 'name', 'avatar_url']).execute()

  test.each(providers)('two hops over %s open an account and a session of its own kind', async (provider) => {
    const email = anEmail()
    const first = await grace.go(`/api/auth/${provider}?redirect_to=/docs?x=1`)
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([302, 'no-store'])
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^sign-in-${provider}=[\\w-]+; Path=/api/auth; Max-Age=300; HttpOnly; SameSite=Lax$`),
      ),
    ])
    const asked = new URL(leadsTo(first)).searchParams
    expect(asked.get('redirect_uri')).toBe(`https://signpost.example/api/auth/${provider}/callback`)
    const last = await grace.go(pathOf(plays[provider](leadsTo(first), email)))
    expect([last.status, leadsTo(last), last.headers.get('Cache-Control')]).toEqual([
      302,
      '/docs?x=1',
      'no-store',
    ])
    expect(last.headers.getSetCookie()).toEqual([
      `sign-in-${provider}=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/),
    ])
    expect(await users()).toMatchObject([{ email }])
    expect(await grace.name()).toMatch(/^Grace/)
    expect(await isFreshFromProvider(await ctxOf(grace))).toBe(true)
  })

  test('over HTTPS both cookies are Secure', async () => {
    const who = visitor(toRoutes(it.app, { secure: true }))
    const first = await who.go('/api/auth/github')
    const last = await who.go(pathOf(plays.github(leadsTo(first), anEmail())))
    const cookies = [first, last].flatMap((one) => one.headers.getSetCookie())
    expect(cookies.map((line) => line.endsWith('; SameSite=Lax; Secure'))).toEqual([true, true, true])
  })

  test('redirect_to defaults to the start page and stays on this site', async () => {
    expect(leadsTo(await grace.go(pathOf(plays.github(await begin('github'), anEmail()))))).toBe('/login')
    const there = await begin('github', '?redirect_to=/blog/%C3%BC%20%E6%97%A5')
    expect(leadsTo(await visitor(toRoutes(it.app)).go(pathOf(sayNo(there))))).toBe('/login?error=state')
    expect(leadsTo(await grace.go(pathOf(sayNo(there))))).toBe('/profile/security?error=denied')
    for (const foreign of ['//evil.example', 'https://evil.example', '/%5Cevil.example', 'profile', '/%0a']) {
      const answer = await grace.go(`/api/auth/github?redirect_to=${foreign}`)
      expect([foreign, answer.status]).toEqual([foreign, 400])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const other = visitor(toRoutes(it.app))
    const location = await begin('discord', '?redirect_to=/blog/%C3%BC%20%E6%97%A5', other)
    const back = await other.go(pathOf(plays.discord(location, anEmail())))
    expect(leadsTo(back)).toBe('/blog/%C3%BC%20%E6%97%A5')
  })

  test('a link on another site opens the sign-in page, where the visitor decides', async () => {
    const path = '/api/auth/github?redirect_to=/docs'
    const foreign = await grace.go(path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(leadsTo(foreign)).toBe('/login?redirect_to=%2Fdocs')
    expect(foreign.headers.getSetCookie()).toEqual([])
    for (const site of ['same-origin', 'none'])
      expect(leadsTo(await grace.go(path, { headers: { 'Sec-Fetch-Site': site } }))).toMatch(
        /^https:\/\/github/,
      )
  })

  test('parameters of the first request do not count as a response of the provider', async () => {
    const location = await begin('github', '?state=0123456789abcdef0123456789abcdef&error=x&code=y')
    expect(new URL(location).searchParams.get('state')).not.toBe('0123456789abcdef0123456789abcdef')
    expect(new URL(location).searchParams.has('code')).toBe(false)
  })

  test('on request, the sign-in lists servers with Manage Server, and drops the token', async () => {
    const server = (id: string, permissions: string, owner = false) => ({
      id,
      name: `At ${id}`,
      owner,
      permissions,
    })
    const [owned, managed, plain] = [
      '100000000000000011',
      '100000000000000012',
      '100000000000000013',
    ] as const
    const guilds = [server(owned, '0', true), server(managed, String(1 << 5)), server(plain, '2048')]
    const person = { ...aDiscordPerson(anEmail()), guilds }
    const location = await begin('discord', '?guilds=true&redirect_to=/profile/servers')
    const back = await grace.go(pathOf(discordLetsIn(location, person, undefined, 'identify email guilds')))
    expect(leadsTo(back)).toBe('/profile/servers')
    expect((await listFound(await ctxOf(grace))).map(({ id, option }) => [id, option])).toEqual([
      [owned, 'add'],
      [managed, 'add'],
    ])
    const found = await it.app.db.selectFrom('found_guilds').selectAll().execute()
    expect(JSON.stringify(found)).not.toContain(plain)
  })

  test('the picture comes from the provider', async () => {
    const person = aDiscordPerson(anEmail(), { avatar: `a_${'0'.repeat(32)}` })
    await grace.go(pathOf(discordLetsIn(await begin('discord'), person)))
    const github = aGithubPerson(anEmail(), { avatar_url: 'http://pictures.example/x.png' })
    const other = visitor(toRoutes(it.app))
    await other.go(pathOf(githubLetsIn(await begin('github', '', other), github)))
    // Accounts that are created in the same millisecond have no order.
    expect((await users()).map((user) => String(user.avatar_url)).sort()).toEqual([
      `https://cdn.discordapp.com/avatars/${person.id}/a_${'0'.repeat(32)}.png?size=128`,
      'null',
    ])
  })

  test('somebody who is signed in links, gets a new token, and is no fresher than before', async () => {
    const user = await enter(grace)
    const before = grace.cookies.get('session')
    const person = aGithubPerson(anEmail())
    const location = await begin('github', '?redirect_to=/profile/security')
    expect(leadsTo(await grace.go(pathOf(githubLetsIn(location, person))))).toBe('/profile/security')
    expect(grace.cookies.get('session')).not.toBe(before)
    expect(await isFreshFromProvider(await ctxOf(grace))).toBe(false)
    const sessions = () =>
      it.app.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
    expect(await sessions()).toMatchObject([{ method: 'password' }])
    // Known from then on: now it is a sign-in, and as good as a password.
    await grace.go(pathOf(githubLetsIn(await begin('github'), person)))
    expect(await isFreshFromProvider(await ctxOf(grace))).toBe(true)
    expect(await sessions()).toMatchObject([{ method: 'github' }])
    const gone = await grace.go('/api/profile/connections/github', { method: 'DELETE' })
    expect(gone.status).toBe(204)
    expect(await users()).toHaveLength(1)
  })

  test('an identity of another user, or a second of a provider, is shown on the profile', async () => {
    const person = aGithubPerson(anEmail())
    await grace.go(pathOf(githubLetsIn(await begin('github'), person)))
    const ada = visitor(toRoutes(it.app))
    await enter(ada)
    const link = async (who = person) =>
      leadsTo(await ada.go(pathOf(githubLetsIn(await begin('github', '', ada), who))))
    expect(await link()).toBe('/profile/security?error=linked_elsewhere')
    expect(await link(aGithubPerson(anEmail()))).toBe('/login')
    expect(await link(aGithubPerson(anEmail()))).toBe('/profile/security?error=already_linked')
    expect(await ada.name()).toBe('Ada')
    expect((await grace.go('/api/profile/connections/github', { method: 'DELETE' })).status).toBe(409)
    const ctx = await ctxOf(ada)
    expect(await unlinkIdentity(ctx, { provider: 'github' })).toMatchObject({ connections: [] })
  })

  test.each([
    ['an account that nobody confirmed', {}, 'link_first'],
    ['an administrator’s account', { role: 'owner' as const }, 'link_first'],
  ])('%s is not joined', async (_, over, code) => {
    const { email } = await aUser(it, over)
    const back = await grace.go(pathOf(plays.discord(await begin('discord', '?redirect_to=/docs'), email)))
    expect(leadsTo(back)).toBe(`/login?error=${code}&redirect_to=%2Fdocs`)
    expect(await grace.name()).toBeNull()
  })

  test('a disabled account and a missing or unconfirmed address are reported on /login', async () => {
    const github = aGithubPerson(anEmail())
    await grace.go(pathOf(githubLetsIn(await begin('github'), github)))
    await it.app.db.updateTable('users').set({ disabled_at: 'x' }).execute()
    grace.cookies.clear()
    const told = async (location: URL) => leadsTo(await grace.go(pathOf(location)))
    expect(await told(githubLetsIn(await begin('github'), github))).toBe('/login?error=disabled')
    const silent = aGithubPerson(null)
    expect(await told(githubLetsIn(await begin('github'), silent))).toBe('/login?error=no_email')
    const vague = aGithubPerson(anEmail(), { verified: false })
    expect(await told(githubLetsIn(await begin('github'), vague))).toBe('/login?error=unverified_email')
    const mute = aDiscordPerson(null)
    expect(await told(discordLetsIn(await begin('discord'), mute))).toBe('/login?error=no_email')
    const unsure = aDiscordPerson(anEmail(), { verified: false })
    expect(await told(discordLetsIn(await begin('discord'), unsure))).toBe('/login?error=unverified_email')
    expect(await users()).toHaveLength(1)
  })
})
