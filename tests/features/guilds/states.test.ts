import { describe, expect, test } from 'vitest'
import { addGuild, listGuilds, readGuild } from '#app/features/guilds/guilds.server.ts'
import { saveGuildPolicy } from '#app/features/guilds/policy.server.ts'
import { reportGuild, reportGuildList } from '#app/features/guilds/reports.server.ts'
import { purgeGuilds } from '#app/features/guilds/retention.server.ts'
import { listAllGuilds } from '#app/features/guilds/states.server.ts'
import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import { actorOfKey } from '#app/features/keys/keys.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { handleFrames } from '#app/http/runner/handlers.server.ts'
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
  refusalOf,
  runner,
  userWith,
} from '#tests/support/factories.ts'
import { application_id, guildStatesOn } from '#tests/support/db/guild-states.ts'
import { outboxEmailsTo } from '#tests/support/db/people.ts'

const days = (count: number) => new Date(Date.parse(NOON) + count * 86_400_000).toISOString()

describe.each(engineNames)('%s', (engine) => {
  const { opened, ctx, policy, report, appears, guild, stateOf, set } = guildStatesOn(engine)
  const actions = async (id: string) => {
    const rows = await opened.it.app.db
      .selectFrom('audit')
      .select(['action', 'actor_kind'])
      .where('target_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ action, actor_kind }) => `${actor_kind} ${action}`)
  }

  test('events of servers that are not active are rejected, and the others recorded', async () => {
    const [pending, active] = [await appears(), await appears()]
    await set(active, 'active')
    const [waiting, counted] = [anEvent({ guild_id: pending }), anEvent({ guild_id: active })]
    const reason = 'The server is not active, so the event was not stored.'
    const rejected = [{ id: waiting.id, reason }]
    for (const [events, outcome] of [
      [[waiting], 'recorded'],
      [[waiting, counted], 'recorded'],
      [[waiting, counted], 'duplicate'],
    ] as const) {
      const frame = { op: 'events' as const, d: { batch_id: 'b', events: [...events] } }
      expect(await handleFrames(ctx(runner()), 's', [frame])).toEqual([
        { op: 'ack', d: { batch_id: 'b', outcome, rejected } },
      ])
    }
  })

  test('an unknown server waits for approval, and nothing runs in it', async () => {
    const id = await appears({ owner_id: aSnowflake(), icon: 'a_0f' })
    expect(await guild(id)).toMatchObject({
      state: 'pending',
      name: 'Harbour',
      icon: 'a_0f',
      member_count: 7,
    })
    await aCommand(opened.it, id)
    expect(await recordEvents(ctx(runner()), { events: [anEvent({ guild_id: id })] })).toMatchObject({
      recorded: 0,
    })
    await recordSnapshot(ctx(runner()), aSnapshot(id))
    for (const table of ['events', 'snapshots'] as const)
      expect(
        await opened.it.app.db.selectFrom(table).selectAll().where('guild_id', '=', id).execute(),
      ).toEqual([])
    const answer = await answerInteraction(ctx(discord), anInteraction(id))
    expect(answer).toMatchObject({
      data: { content: expect.stringContaining('waiting for approval'), flags: 64 },
    })
    expect(await refusalOf(() => readGuild(ctx(), { id }))).toMatchObject({ status: 403 })
    expect((await listGuilds(ctx())).map((one) => one.id)).not.toContain(id)
  })

  test('an approved server works from the next event, and the approval can be withdrawn', async () => {
    const id = await appears()
    await aCommand(opened.it, id)
    expect(await set(id, 'active')).toMatchObject({ state: 'active' })
    await recordEvents(ctx(runner()), { events: [anEvent({ guild_id: id })] })
    const answer = await answerInteraction(ctx(discord), anInteraction(id))
    expect(answer).toMatchObject({ data: { content: 'Hello!' } })
    expect(
      await opened.it.app.db.selectFrom('events').select('id').where('guild_id', '=', id).execute(),
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
    await policy('open')
    expect(await stateOf(await appears())).toBe('active')
  })

  test('with the policy ask, each owner gets one email about a new server', async () => {
    const owner = await aUser(opened.it, { role: 'owner' })
    await policy('ask')
    const id = await appears()
    await report(id)
    expect((await outboxEmailsTo(opened.it, owner.email)).map(({ kind, data }) => [kind, data])).toEqual([
      ['guild_pending', { guild_id: id }],
    ])
  })

  test('only owners choose the policy', async () => {
    const policy = { policy: 'open', leave_after_days: null } as const
    expect(await refusalOf(() => saveGuildPolicy(ctx(userWith('admin')), policy))).toMatchObject({
      status: 403,
    })
    expect(await saveGuildPolicy(ctx(userWith('owner')), policy)).toEqual(policy)
  })

  test('of two runners that report a new server at once, one adds it', async () => {
    const owner = await aUser(opened.it, { role: 'owner' })
    await policy('ask')
    const id = aSnowflake()
    await Promise.all([report(id), report(id, { member_count: 9 })])
    expect(await stateOf(id)).toBe('pending')
    expect(await actions(id)).toEqual(['runner guild.joined'])
    expect(await outboxEmailsTo(opened.it, owner.email)).toHaveLength(1)
  })

  test('a server added by hand is active, and the first report fills in the facts', async () => {
    const id = aSnowflake()
    await addGuild(ctx(), { id, name: 'By hand' })
    expect(await guild(id)).toMatchObject({ state: 'active', joined_at: null })
    await report(id)
    expect(await guild(id)).toMatchObject({ state: 'active', name: 'Harbour', joined_at: NOON })
    const waiting = await appears()
    expect(await refusalOf(() => addGuild(ctx(), { id: waiting, name: 'Again' }))).toMatchObject({
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
    expect(await readGuild(ctx(), { id })).toMatchObject({ name: 'Harbour' })
    await report(id)
    expect(await stateOf(id)).toBe('active')
  })

  test('a bot that returns within 30 days keeps the data of the server', async () => {
    const id = await appears()
    await set(id, 'active')
    const { key } = await aKey(opened.it, { guild: id })
    await report(id, { state: 'left' })
    expect(await guild(id)).toMatchObject({ state: 'left', left_at: NOON })
    expect(await refusalOf(() => actorOfKey(opened.it.app, key))).toMatchObject({ status: 403 })
    opened.it.at(days(29))
    await purgeGuilds(ctx())
    await report(id)
    expect(await guild(id)).toMatchObject({ state: 'active', left_at: null, joined_at: days(29) })
    expect(await actorOfKey(opened.it.app, key)).toMatchObject({ guildId: id })
  })

  test('30 days after the bot left, the server and its data are deleted', async () => {
    const id = await appears()
    await set(id, 'active')
    await recordEvents(ctx(runner()), { events: [anEvent({ guild_id: id })] })
    const { key } = await aKey(opened.it, { guild: id })
    await report(id, { state: 'left' })
    opened.it.at(days(30))
    await purgeGuilds(ctx())
    expect(await guild(id)).toBeUndefined()
    for (const table of ['events', 'api_keys', 'daily_stats'] as const)
      expect(
        await opened.it.app.db.selectFrom(table).selectAll().where('guild_id', '=', id).execute(),
      ).toEqual([])
    expect(await refusalOf(() => actorOfKey(opened.it.app, key))).toMatchObject({ status: 401 })
  })

  test('the complete list of a shard finds removals, on that shard and application only', async () => {
    const [here, gone, byHand] = [await appears(), await appears(), aSnowflake()]
    const other = await appears({ application_id: '900000000000000009' })
    await addGuild(ctx(), { id: byHand, name: 'By hand' })
    const list = { application_id, shard: 0, shards: 1, guild_ids: [here] }
    await reportGuildList(ctx(runner(here)), list)
    expect(await stateOf(gone)).toBe('pending')
    const shards = 2
    const shard = 1 - Number((BigInt(gone) >> 22n) % 2n)
    const beside = (await listAllGuilds(ctx())).filter(({ state }) => state !== 'left').map(({ id }) => id)
    await reportGuildList(ctx(runner()), {
      ...list,
      shard,
      shards,
      guild_ids: beside.filter((id) => id !== gone),
    })
    expect(await stateOf(gone)).toBe('pending')
    await reportGuildList(ctx(runner()), { ...list, guild_ids: beside.filter((id) => id !== gone) })
    expect([await stateOf(gone), await stateOf(here)]).toEqual(['left', 'pending'])
    expect([await stateOf(byHand), await stateOf(other)]).toEqual(['active', 'pending'])
  })

  test('a runner for one server cannot report another', async () => {
    const id = aSnowflake()
    const own = ctx(runner(aSnowflake()))
    const sent = { guild_id: id, state: 'available', name: 'Forged' } as const
    expect(await refusalOf(() => reportGuild(own, sent))).toMatchObject({ status: 403 })
    expect(await guild(id)).toBeUndefined()
  })

  test('a server that removes the bot before its approval cannot be approved', async () => {
    const id = await appears()
    opened.world.guilds.delete(id)
    await report(id, { state: 'left' })
    expect(await guild(id)).toMatchObject({ state: 'left', left_at: NOON })
    expect(await refusalOf(() => set(id, 'active'))).toMatchObject({
      ...{ status: 409, code: 'conflict' },
      message: `The bot has left the server ${id}. Add the bot to the server again.`,
    })
    expect(await refusalOf(() => readGuild(ctx(), { id }))).toMatchObject({
      status: 403,
      message: expect.stringMatching(
        /^The bot has left the server Harbour\..*Add the bot again to continue\.$/,
      ),
    })
    await report(id)
    expect(await set(id, 'active')).toMatchObject({ state: 'active' })
  })

  test('the operator lets the bot leave, and an approval that comes later is refused', async () => {
    const id = await appears()
    await set(id, 'left')
    expect(opened.world.guilds.has(id)).toBe(false)
    expect(await guild(id)).toMatchObject({ state: 'left', left_at: NOON })
    expect(await refusalOf(() => set(id, 'active'))).toMatchObject({ status: 409 })
    expect(await set(id, 'left')).toMatchObject({ state: 'left' })
  })

  test('a concurrent approval and departure end in a correct state', async () => {
    const id = await appears()
    await Promise.allSettled([set(id, 'active'), set(id, 'left')])
    expect(opened.world.guilds.has(id)).toBe(false)
    expect(await stateOf(id)).toBe('left')
  })

  test('if Discord is down, leaving fails and changes nothing', async () => {
    const id = await appears()
    const end = opened.world.trouble(/users\/@me\/guilds/, { status: 500 })
    expect(await refusalOf(() => set(id, 'left'))).toMatchObject({ status: 503 })
    expect(await stateOf(id)).toBe('pending')
    expect(await set(id, 'blocked')).toMatchObject({ state: 'blocked', left_at: null })
    end()
    await purgeGuilds(ctx())
    expect(opened.world.guilds.has(id)).toBe(false)
    expect(await guild(id)).toMatchObject({ state: 'blocked', left_at: NOON })
  })

  test('a blocked server stays blocked when the bot is added again, and the bot leaves', async () => {
    const id = await appears()
    await set(id, 'blocked')
    opened.world.guilds.set(id, aDiscordGuild({ id }))
    await report(id)
    expect(await guild(id)).toMatchObject({ state: 'blocked', left_at: null })
    const answer = await answerInteraction(ctx(discord), anInteraction(id))
    expect(answer).toMatchObject({ data: { content: expect.stringContaining('blocked') } })
    await purgeGuilds(ctx())
    expect(opened.world.guilds.has(id)).toBe(false)
    opened.it.at(days(31))
    await purgeGuilds(ctx())
    expect(await guild(id)).toMatchObject({ state: 'blocked', member_count: null })
    expect(await set(id, 'pending')).toMatchObject({ state: 'left' })
  })

  test('with the setting, the bot leaves a server that waited for seven days', async () => {
    await policy('allow_list', 7)
    const id = await appears()
    opened.it.at(days(6))
    await purgeGuilds(ctx())
    expect(await stateOf(id)).toBe('pending')
    opened.it.at(days(7))
    await purgeGuilds(ctx())
    expect(await stateOf(id)).toBe('left')
    expect(opened.world.guilds.has(id)).toBe(false)
  })
})
