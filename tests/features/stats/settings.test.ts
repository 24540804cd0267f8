import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import { reportGuildStats } from '#app/features/stats/stats.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, anEvent, openTestApp, runner, type TestApp } from '#tests/support/factories.ts'

const general = { id: '300000000000000001', name: 'general' }
const staff = { id: '300000000000000002', name: 'staff' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  async function guildThat(settings: Parameters<typeof saveSettings>[1]['settings']) {
    const { id: guildId } = await aGuild(it)
    await saveSettings(it.ctx(), { guildId, version: 0, settings })
    const events = [
      anEvent({ guild_id: guildId, channel: general }),
      anEvent({ guild_id: guildId, channel: staff }),
      anEvent({ guild_id: guildId, channel: general, data: { category_id: '310000000000000001' } }),
      anEvent({ guild_id: guildId, type: 'MEMBER_JOIN', channel: null }),
    ]
    await recordEvents(it.ctx(runner()), { events })
    const { totals, top_channels } = await reportGuildStats(it.ctx(), { guildId, days: 1 })
    const log = await listEvents(it.ctx(), { guildId, limit: 100 })
    return { totals, top_channels, kept: log.events.length }
  }

  test('everything is kept and counted until the guild says otherwise', async () => {
    const { totals, kept } = await guildThat({})
    expect([totals.message_count, totals.member_joins, totals.total_events, kept]).toEqual([3, 1, 4, 4])
  })

  test('events in excluded channels and categories are neither stored nor counted', async () => {
    const { totals, top_channels, kept } = await guildThat({
      excluded_channels: [staff.id],
      excluded_categories: ['310000000000000001'],
    })
    expect([totals.message_count, totals.total_events, kept]).toEqual([1, 2, 2])
    expect(top_channels.map(({ name }) => name)).toEqual(['general'])
  })

  test('with statistics switched off events are kept and not counted', async () => {
    const { totals, kept } = await guildThat({ modules: { statistics: false } })
    expect([totals.total_events, kept]).toEqual([0, 4])
  })
})
