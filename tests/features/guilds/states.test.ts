import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addGuild, listGuilds, readGuild } from '#app/features/guilds/guilds.server.ts'
import { saveGuildPolicy } from '#app/features/guilds/policy.server.ts'
import { reportGuild, reportGuildList } from '#app/features/guilds/reports.server.ts'
import { purgeGuilds } from '#app/features/guilds/retention.server.ts'
import type { GuildReport } from '#app/features/guilds/schema.ts'
import { listAllGuilds, setGuildState } from '#app/features/guilds/states.server.ts'
import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import { actorOfKey } from '#app/features/keys/keys.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild as aDiscordGuild } from '#tests/mocks/fake-discord-world.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aKey,
  anEvent,
  anInteraction,
  aSnapshot,
  aSnowflake,
  aUser,
  discord,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  type TestApp,
  userWith,
} from '#tests/support/factories.ts'
import { outboxEmailsTo } from '#tests/support/db/people.ts'

const application_id = '900000000000000001'
const days = (count: number) => new Date(Date.parse(NOON) + count * 86_400_000).toISOString()

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
  afterEach(async () => {
    it.at(NOON)
    await saveGuildPolicy(it.ctx(), { policy: 'allow_list', leave_after_days: null })
  })

  const report = (guild_id: string, over: Partial<GuildReport> = {}) =>
    reportGuild(it.ctx(runner()), {
      guild_id,
      state: 'available',
      name: 'Harbour',
      member_count: 7,
      application_id,
      ...over,
    })
  const appears = async (over: Partial<GuildReport> = {}) => {
    const id = aSnowflake()
    world.guilds.set(id, aDiscordGuild({ id }))
    await report(id, over)
    return id
  }
  const guild = async (id: string) => (await listAllGuilds(it.ctx())).find((one) => one.id === id)
  const stateOf = async (id: string) => (await guild(id))?.state
  const set = (id: string, state: Parameters<typeof setGuildState>[1]['state']) =>
    setGuildState(it.ctx(), { id, state })
  const actions = async (id: string) => {
    const rows = await it.app.db
      .selectFrom('audit')
      .select(['action', 'actor_kind'])
      .where('target_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ action, actor_kind }) => `${actor_kind} ${action}`)
  }

  test('an unknown server waits for approval, and nothing runs in it', async () => {
    const id = await appears({ owner_id: aSnowflake(), icon: 'a_0f' })
    expect(await guild(id)).toMatchObject({
      state: 'pending',
      name: 'Harbour',
      icon: 'a_0f',
      member_count: 7,
    })
    await aCommand(it, id)
    expect(await recordEvents(it.ctx(runner()), { events: [anEvent({ guild_id: id })] })).toMatchObject({
      recorded: 0,
    })
    await recordSnapshot(it.ctx(runner()), aSnapshot(id))
    for (const table of ['events', 'snapshots'] as const)
      expect(await it.app.db.selectFrom(table).selectAll().where('guild_id', '=', id).execute()).toEqual([])
    const answer = await answerInteraction(it.ctx(discord), anInteraction(id))
    expect(answer).toMatchObject({
      data: { content: expect.stringContaining('waiting for approval'), flags: 64 },
    })
    expect(await refusalOf(() => readGuild(it.ctx(), { id }))).toMatchObject({ status: 403 })
    expect((await listGuilds(it.ctx())).map((one) => one.id)).not.toContain(id)
  })

  test('an approved server works from the next event, and the approval can be withdrawn', async () => {
    const id = await appears()
    await aCommand(it, id)
    expect(await set(id, 'active')).toMatchObject({ state: 'active' })
    await recordEvents(it.ctx(runner()), { events: [anEvent({ guild_id: id })] })
    const answer = await answerInteraction(it.ctx(discord), anInteraction(id))
    expect(answer).toMatchObject({ data: { content: 'Hello!' } })
    expect(
      await it.app.db.selectFrom('events').select('id').where('guild_id', '=', id).execute(),
    ).toHaveLength(2)
    await set(id, 'pending')
    expect(await stateOf(id)).toBe('pending')
    expect(await actions(id)).toEqual([
      'runner guild.joined',
      'system guild.approved',
      'system guild.unapproved',
    ])
  })

  test('with the policy open, a new server is active at once', async () => {
    await saveGuildPolicy(it.ctx(), { policy: 'open', leave_after_days: null })
    expect(await stateOf(await appears())).toBe('active')
  })

  test('with the policy ask, each owner gets one email about a new server', async () => {
    const owner = await aUser(it, { role: 'owner' })
    await saveGuildPolicy(it.ctx(), { policy: 'ask', leave_after_days: null })
    const id = await appears()
    await report(id)
    expect((await outboxEmailsTo(it, owner.email)).map(({ kind, data }) => [kind, data])).toEqual([
      ['guild_pending', { guild_id: id }],
    ])
  })

  test('only owners choose the policy', async () => {
    const policy = { policy: 'open', leave_after_days: null } as const
    expect(await refusalOf(() => saveGuildPolicy(it.ctx(userWith('admin')), policy))).toMatchObject({
      status: 403,
    })
    expect(await saveGuildPolicy(it.ctx(userWith('owner')), policy)).toEqual(policy)
  })

  test('of two runners that report a new server at once, one adds it', async () => {
    const owner = await aUser(it, { role: 'owner' })
    await saveGuildPolicy(it.ctx(), { policy: 'ask', leave_after_days: null })
    const id = aSnowflake()
    await Promise.all([report(id), report(id, { member_count: 9 })])
    expect(await stateOf(id)).toBe('pending')
    expect(await actions(id)).toEqual(['runner guild.joined'])
    expect(await outboxEmailsTo(it, owner.email)).toHaveLength(1)
  })

  test('a server added by hand is active, and the first report fills in the facts', async () => {
    const id = aSnowflake()
    await addGuild(it.ctx(), { id, name: 'By hand' })
    expect(await guild(id)).toMatchObject({ state: 'active', joined_at: null })
    await report(id)
    expect(await guild(id)).toMatchObject({ state: 'active', name: 'Harbour', joined_at: NOON })
    const waiting = await appears()
    expect(await refusalOf(() => addGuild(it.ctx(), { id: waiting, name: 'Again' }))).toMatchObject({
      message: expect.stringContaining('Approve it instead'),
    })
  })

  test('an outage keeps a server working, and ends with the next report', async () => {
    const id = await appears()
    await report(id, { state: 'unavailable' })
    expect(await stateOf(id)).toBe('pending')
    await set(id, 'active')
    await report(id, { state: 'unavailable' })
    expect(await stateOf(id)).toBe('unavailable')
    expect(await readGuild(it.ctx(), { id })).toMatchObject({ name: 'Harbour' })
    await report(id)
    expect(await stateOf(id)).toBe('active')
  })

  test('a bot that returns within 30 days keeps the data of the server', async () => {
    const id = await appears()
    await set(id, 'active')
    const { key } = await aKey(it, { guild: id })
    await report(id, { state: 'left' })
    expect(await guild(id)).toMatchObject({ state: 'left', left_at: NOON })
    expect(await refusalOf(() => actorOfKey(it.app, key))).toMatchObject({ status: 403 })
    it.at(days(29))
    await purgeGuilds(it.ctx())
    await report(id)
    expect(await guild(id)).toMatchObject({ state: 'active', left_at: null, joined_at: days(29) })
    expect(await actorOfKey(it.app, key)).toMatchObject({ guildId: id })
  })

  test('30 days after the bot left, the server and its data are deleted', async () => {
    const id = await appears()
    await set(id, 'active')
    await recordEvents(it.ctx(runner()), { events: [anEvent({ guild_id: id })] })
    const { key } = await aKey(it, { guild: id })
    await report(id, { state: 'left' })
    it.at(days(30))
    await purgeGuilds(it.ctx())
    expect(await guild(id)).toBeUndefined()
    for (const table of ['events', 'api_keys', 'daily_stats'] as const)
      expect(await it.app.db.selectFrom(table).selectAll().where('guild_id', '=', id).execute()).toEqual([])
    expect(await refusalOf(() => actorOfKey(it.app, key))).toMatchObject({ status: 401 })
  })

  test('the complete list of a shard finds removals, on that shard and application only', async () => {
    const [here, gone, byHand] = [await appears(), await appears(), aSnowflake()]
    const other = await appears({ application_id: '900000000000000009' })
    await addGuild(it.ctx(), { id: byHand, name: 'By hand' })
    const list = { application_id, shard: 0, shards: 1, guild_ids: [here] }
    await reportGuildList(it.ctx(runner(here)), list)
    expect(await stateOf(gone)).toBe('pending')
    const shards = 2
    const shard = 1 - Number((BigInt(gone) >> 22n) % 2n)
    const beside = (await listAllGuilds(it.ctx())).filter(({ state }) => state !== 'left').map(({ id }) => id)
    await reportGuildList(it.ctx(runner()), {
      ...list,
      shard,
      shards,
      guild_ids: beside.filter((id) => id !== gone),
    })
    expect(await stateOf(gone)).toBe('pending')
    await reportGuildList(it.ctx(runner()), { ...list, guild_ids: beside.filter((id) => id !== gone) })
    expect([await stateOf(gone), await stateOf(here)]).toEqual(['left', 'pending'])
    expect([await stateOf(byHand), await stateOf(other)]).toEqual(['active', 'pending'])
  })

  test('a runner for one server cannot report another', async () => {
    const id = aSnowflake()
    const own = it.ctx(runner(aSnowflake()))
    const sent = { guild_id: id, state: 'available', name: 'Forged' } as const
    expect(await refusalOf(() => reportGuild(own, sent))).toMatchObject({ status: 403 })
    expect(await guild(id)).toBeUndefined()
  })

  test('the operator lets the bot leave, and an approval that comes later is refused', async () => {
    const id = await appears()
    await set(id, 'left')
    expect(world.guilds.has(id)).toBe(false)
    expect(await guild(id)).toMatchObject({ state: 'left', left_at: NOON })
    expect(await refusalOf(() => set(id, 'active'))).toMatchObject({ status: 409 })
    expect(await set(id, 'left')).toMatchObject({ state: 'left' })
  })

  test('a concurrent approval and departure end in a correct state', async () => {
    const id = await appears()
    await Promise.allSettled([set(id, 'active'), set(id, 'left')])
    expect(world.guilds.has(id)).toBe(false)
    expect(await stateOf(id)).toBe('left')
  })

  test('if Discord is down, leaving fails and changes nothing', async () => {
    const id = await appears()
    const end = world.trouble(/users\/@me\/guilds/, { status: 500 })
    expect(await refusalOf(() => set(id, 'left'))).toMatchObject({ status: 503 })
    expect(await stateOf(id)).toBe('pending')
    expect(await set(id, 'blocked')).toMatchObject({ state: 'blocked', left_at: null })
    end()
    await purgeGuilds(it.ctx())
    expect(world.guilds.has(id)).toBe(false)
    expect(await guild(id)).toMatchObject({ state: 'blocked', left_at: NOON })
  })

  test('a blocked server stays blocked when the bot is added again, and the bot leaves', async () => {
    const id = await appears()
    await set(id, 'blocked')
    world.guilds.set(id, aDiscordGuild({ id }))
    await report(id)
    expect(await guild(id)).toMatchObject({ state: 'blocked', left_at: null })
    const answer = await answerInteraction(it.ctx(discord), anInteraction(id))
    expect(answer).toMatchObject({ data: { content: expect.stringContaining('blocked') } })
    await purgeGuilds(it.ctx())
    expect(world.guilds.has(id)).toBe(false)
    it.at(days(31))
    await purgeGuilds(it.ctx())
    expect(await guild(id)).toMatchObject({ state: 'blocked', member_count: null })
    expect(await set(id, 'pending')).toMatchObject({ state: 'left' })
  })

  test('with the setting, the bot leaves a server that waited for seven days', async () => {
    await saveGuildPolicy(it.ctx(), { policy: 'allow_list', leave_after_days: 7 })
    const id = await appears()
    it.at(days(6))
    await purgeGuilds(it.ctx())
    expect(await stateOf(id)).toBe('pending')
    it.at(days(7))
    await purgeGuilds(it.ctx())
    expect(await stateOf(id)).toBe('left')
    expect(world.guilds.has(id)).toBe(false)
  })
})
