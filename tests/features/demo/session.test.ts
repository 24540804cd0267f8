import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allow, allowAnyGuild, rolePermissions, scopes, type Actor, type Permission } from '#app/access.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { isDemoReady, refreshDemo } from '#app/features/demo/refresh.server.ts'
import { actorOfDemo, DEMO_SESSION_SECONDS, openDemo } from '#app/features/demo/session.server.ts'
import { searchMembers } from '#app/features/directory/queries.server.ts'
import { listIntegrations } from '#app/features/integrations/integrations.server.ts'
import { watchGuild } from '#app/features/jobs/live.server.ts'
import { createKey, listGuildKeys } from '#app/features/keys/keys.server.ts'
import { listNotices } from '#app/features/notices/notices.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  NOON,
  openTestApp,
  refusalOf,
  system,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const later = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString()

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let token: string
  let visitor: Actor
  beforeAll(async () => {
    it = await openTestApp(engine, { DEMO: 'on' })
    expect(await refusalOf(() => openDemo(it.ctx(anonymous)))).toMatchObject({ status: 503 })
    await refreshDemo(it.ctx())
    token = await openDemo(it.ctx(anonymous))
    visitor = actorOfDemo(it.app, token)!
  })
  afterAll(() => it.close())

  test('a visitor is a read-only member of the demo guild without an account', async () => {
    expect(visitor).toMatchObject({ role: 'member', readOnly: true, guildIds: [DEMO_GUILD.id] })
    const counts = await Promise.all(
      (['users', 'sessions', 'guild_managers'] as const).map((table) =>
        it.app.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(counts).toEqual([[], [], []])
  })

  test('a visitor searches no members, and no runner gets a query', async () => {
    const queries: unknown[] = []
    const stop = it.app.signals.subscribe('query', (query) => void queries.push(query))
    const search = { guildId: DEMO_GUILD.id, q: 'a' }
    expect(await searchMembers(it.ctx(visitor), search)).toEqual({ members: [] })
    expect(queries).toEqual([])
    stop()
  })

  test('a session ends after an hour, and a wrong clock cannot extend it', () => {
    const at = (time: string) => actorOfDemo({ ...it.app, now: () => new Date(time) }, token)
    expect(at(later(DEMO_SESSION_SECONDS - 1))).toMatchObject({ readOnly: true })
    expect(at(later(DEMO_SESSION_SECONDS))).toBeNull()
    expect(at(later(-2))).toBeNull()
  })

  test('a changed token, another secret and a demo that is off are refused', () => {
    const [head, expires, id, signature] = token.split('.')
    for (const forged of [
      [head, Number(expires) + 1, id, signature],
      [head, expires, `x${id!.slice(1)}`, signature],
      [head, expires, id, signature!.replace(/^./, (first) => (first === '0' ? '1' : '0'))],
      [head, expires, id, ''],
      [head, expires, id],
      [head, expires, id, signature, 'x'],
    ])
      expect(actorOfDemo(it.app, forged.join('.'))).toBeNull()
    expect(actorOfDemo(it.app, null)).toBeNull()
    expect(actorOfDemo({ ...it.app, secrets: { pepper: 'x'.repeat(43) } }, token)).toBeNull()
    expect(actorOfDemo({ ...it.app, config: { ...it.app.config, demo: false } }, token)).toBeNull()
  })

  test('a signed-in user cannot open the demo, and nobody can while it is off', async () => {
    expect(await refusalOf(() => openDemo(it.ctx(userWith('member'))))).toMatchObject({ status: 409 })
    const off = { ...it.ctx(anonymous), config: { ...it.app.config, demo: false } }
    expect(await refusalOf(() => openDemo(off))).toMatchObject({ status: 404 })
    expect(actorOfDemo(it.app, await openDemo(it.ctx(visitor)))).toMatchObject({ readOnly: true })
  })

  test('a visitor has two permissions, for one guild', async () => {
    const all: Permission[] = [...rolePermissions, ...scopes, 'events:report', 'jobs:do']
    const granted = all.filter((permission) => {
      try {
        allowAnyGuild({ actor: visitor }, permission)
        return true
      } catch {
        return false
      }
    })
    expect(granted).toEqual(['console:open', 'guild:read'])
    const mine = (permission: 'guild:read' | 'guild:write', id: string) =>
      refusalOf(() => Promise.resolve(allow({ actor: visitor }, permission, id)))
    allow({ actor: visitor }, 'guild:read', DEMO_GUILD.id)
    expect(await mine('guild:write', DEMO_GUILD.id)).toMatchObject({ message: 'The demo is read-only.' })
    expect(await mine('guild:read', '1')).toMatchObject({ status: 403 })
  })

  test('a visitor sees the demo guild alone, without keys, error messages and streams', async () => {
    const other = await aGuild(it)
    await createKey(it.ctx(), { name: 'Secret name', scopes: ['stats:read'], guild: DEMO_GUILD.id })
    const ctx = it.ctx(visitor)
    expect((await listGuilds(ctx)).map(({ id }) => id)).toEqual([DEMO_GUILD.id])
    expect(await listGuildKeys(ctx, { guildId: DEMO_GUILD.id })).toEqual([])
    const { integrations } = await listIntegrations(ctx, { guildId: DEMO_GUILD.id })
    expect(integrations.map(({ last_error }) => last_error)).toEqual(integrations.map(() => null))
    expect((await listNotices(ctx)).unseen).toBe(0)
    expect(await refusalOf(() => watchGuild(ctx, { guildId: DEMO_GUILD.id }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => watchGuild(ctx, { guildId: other.id }))).toMatchObject({ status: 403 })
  })

  test('the data is refreshed after a day, and only while the demo is on', async () => {
    const seeded = async () =>
      (await it.app.db.selectFrom('snapshots').select('recorded_at').execute()).map((row) => row.recorded_at)
    expect(await isDemoReady(it.ctx())).toBe(true)
    it.at(later(23 * 3600))
    await refreshDemo(it.ctx())
    expect(await seeded()).toEqual([NOON])
    it.at(later(25 * 3600))
    await refreshDemo({ ...it.ctx(), config: { ...it.app.config, demo: false } })
    expect(await seeded()).toEqual([NOON])
    await refreshDemo(it.ctx(system))
    expect(await seeded()).toEqual([later(25 * 3600)])
    it.at(NOON)
  })
})
