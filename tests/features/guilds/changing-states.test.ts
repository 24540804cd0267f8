import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { saveGuildPolicy } from '#app/features/guilds/policy.server.ts'
import { reportGuild } from '#app/features/guilds/reports.server.ts'
import { purgeGuilds } from '#app/features/guilds/retention.server.ts'
import type { ChosenState } from '#app/features/guilds/schema.ts'
import { listAllGuilds, setGuildState } from '#app/features/guilds/states.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild } from '#tests/mocks/fake-discord-world.ts'
import { outboxEmailsTo } from '#tests/support/db/people.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aSnowflake, aUser, NOON, openTestApp, runner, type TestApp } from '#tests/support/factories.ts'

const hours = (count: number) => new Date(Date.parse(NOON) + count * 3_600_000).toISOString()

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let world: FakeDiscord
  beforeAll(async () => {
    world = await fakeDiscord()
    it = await openTestApp(engine, world.env)
  })
  afterAll(async () => {
    await it.close()
    await world.stop()
  })
  afterEach(() => it.at(NOON))

  const policy = (policy: 'allow_list' | 'ask' | 'open', leave_after_days: 7 | null = null) =>
    saveGuildPolicy(it.ctx(), { policy, leave_after_days })
  const report = (guild_id: string, state: 'available' | 'left' = 'available') =>
    reportGuild(it.ctx(runner(guild_id)), { guild_id, state, name: 'Harbour' })
  const appears = async () => {
    const id = aSnowflake()
    world.guilds.set(id, aGuild({ id }))
    await report(id)
    return id
  }
  const stateOf = async (id: string) => (await listAllGuilds(it.ctx())).find((one) => one.id === id)?.state
  const set = (id: string, state: ChosenState) => setGuildState(it.ctx(), { id, state })

  /** Returns a context in which something happens during each call to Discord, before the response. */
  function during(happens: (path: string) => Promise<unknown>): Context {
    const ctx = it.ctx()
    const discord: Context['discord'] = {
      async request(call) {
        const response = await ctx.discord.request(call)
        await happens(call.path)
        return response
      },
    }
    return { ...ctx, discord }
  }

  test('the bot stays in a server that is approved while it leaves others', async () => {
    await policy('allow_list', 7)
    const ids = [await appears(), await appears()].sort()
    it.at(hours(8 * 24))
    await purgeGuilds(during(() => set(ids[1]!, 'active')))
    expect(await Promise.all(ids.map(stateOf))).toEqual(['left', 'active'])
    expect(ids.map((id) => world.guilds.has(id))).toEqual([false, true])
  })

  test('a server that is approved while the bot leaves it ends as left', async () => {
    await policy('allow_list')
    const id = await appears()
    const ctx = during(async () => {
      await set(id, 'pending')
      await set(id, 'active')
    })
    expect(await setGuildState(ctx, { id, state: 'blocked' })).toMatchObject({ state: 'left', left_at: NOON })
    expect(world.guilds.has(id)).toBe(false)
  })

  test('a bot that leaves and joins again and again causes one email a day', async () => {
    const owner = await aUser(it, { role: 'owner' })
    await policy('ask')
    const id = await appears()
    for (const hour of [0.1, 0.2, 0.3, 2]) {
      it.at(hours(hour))
      await report(id, 'left')
      await report(id)
    }
    expect(await outboxEmailsTo(it, owner.email)).toHaveLength(1)
    const rows = await it.app.db.selectFrom('audit').select('at').where('target_id', '=', id).execute()
    expect(rows.map(({ at }) => at)).toEqual([NOON, hours(0.1), hours(2), hours(2)])
    it.at(hours(27))
    await report(id, 'left')
    await report(id)
    expect(await outboxEmailsTo(it, owner.email)).toHaveLength(2)
  })

  test('a reported name is one line without invisible characters', async () => {
    const guild_id = aSnowflake()
    const ctx = it.ctx(runner())
    await reportGuild(ctx, { guild_id, state: 'available', name: 'Har\u202e\nbour\u200b\u200f\u{e0041}' })
    expect((await listAllGuilds(it.ctx())).find(({ id }) => id === guild_id)?.name).toBe('Har bour')
    await reportGuild(ctx, { guild_id, state: 'available', name: '\u200b' })
    expect((await listAllGuilds(it.ctx())).find(({ id }) => id === guild_id)?.name).toBe(guild_id)
  })

  test('with the policy open, a withdrawn approval lasts', async () => {
    await policy('open')
    const id = await appears()
    await set(id, 'pending')
    await report(id)
    expect(await stateOf(id)).toBe('pending')
  })
})
