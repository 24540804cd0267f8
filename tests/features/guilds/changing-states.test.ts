import { describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { purgeGuilds } from '#app/features/guilds/retention.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { guildStatesOn } from '#tests/support/db/guild-states.ts'
import { outboxEmailsTo } from '#tests/support/db/people.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aSnowflake, aUser, NOON } from '#tests/support/factories.ts'

const hours = (count: number) => new Date(Date.parse(NOON) + count * 3_600_000).toISOString()

describe.each(engineNames)('%s', (engine) => {
  const { opened, ctx, policy, report, appears, guild, stateOf, set } = guildStatesOn(engine)

  /** Returns a context in which something happens during each call to Discord, before the response. */
  function during(happens: (path: string) => Promise<unknown>): Context {
    const given = ctx()
    const discord: Context['discord'] = {
      async request(call) {
        const response = await given.discord.request(call)
        await happens(call.path)
        return response
      },
    }
    return { ...given, discord }
  }

  test('the bot stays in a server that is approved while it leaves others', async () => {
    await policy('allow_list', 7)
    const ids = [await appears(), await appears()].sort()
    opened.it.at(hours(8 * 24))
    await purgeGuilds(during(() => set(ids[1]!, 'active')))
    expect(await Promise.all(ids.map(stateOf))).toEqual(['left', 'active'])
    expect(ids.map((id) => opened.world.guilds.has(id))).toEqual([false, true])
  })

  test('a server that is approved while the bot leaves it ends as left', async () => {
    await policy('allow_list')
    const id = await appears()
    const busy = during(async () => {
      await set(id, 'pending')
      await set(id, 'active')
    })
    expect(await setGuildState(busy, { id, state: 'blocked' })).toMatchObject({
      state: 'left',
      left_at: NOON,
    })
    expect(opened.world.guilds.has(id)).toBe(false)
  })

  test('a bot that leaves and joins again and again causes one email a day', async () => {
    const owner = await aUser(opened.it, { role: 'owner' })
    await policy('ask')
    const id = await appears()
    for (const hour of [0.1, 0.2, 0.3, 2]) {
      opened.it.at(hours(hour))
      await report(id, { state: 'left' })
      await report(id)
    }
    expect(await outboxEmailsTo(opened.it, owner.email)).toHaveLength(1)
    const rows = await opened.it.app.db.selectFrom('audit').select('at').where('target_id', '=', id).execute()
    expect(rows.map(({ at }) => at)).toEqual([NOON, hours(0.1), hours(2), hours(2)])
    opened.it.at(hours(27))
    await report(id, { state: 'left' })
    await report(id)
    expect(await outboxEmailsTo(opened.it, owner.email)).toHaveLength(2)
  })

  test('a report of a blocked server stores only that the bot is in it', async () => {
    const id = await appears({ owner_id: '800000000000000001' })
    await set(id, 'blocked')
    await report(id, { name: 'Renamed', owner_id: '800000000000000002', member_count: 9 })
    expect(await guild(id)).toMatchObject({
      ...{ state: 'blocked', left_at: null, name: 'Harbour' },
      ...{ owner_id: '800000000000000001', member_count: 7 },
    })
  })

  test('an approval asks the runners for the channels and roles', async () => {
    const asked: string[] = []
    const stop = opened.it.app.signals.subscribe('directory', (one) => void asked.push(one.guild))
    const id = await appears()
    await set(id, 'blocked')
    await report(id)
    await set(id, 'pending')
    expect(asked).toEqual([])
    await set(id, 'active')
    await expect.poll(() => asked).toEqual([id])
    stop()
  })

  test('a reported name is one line without invisible characters', async () => {
    const guild_id = aSnowflake()
    await report(guild_id, { name: 'Har\u202e\nbour\u200b\u200f\u{e0041}' })
    expect((await guild(guild_id))?.name).toBe('Har bour')
    await report(guild_id, { name: '\u200b' })
    expect((await guild(guild_id))?.name).toBe(guild_id)
  })

  test('with the policy open, a withdrawn approval lasts', async () => {
    await policy('open')
    const id = await appears()
    await set(id, 'pending')
    await report(id)
    expect(await stateOf(id)).toBe('pending')
  })
})
