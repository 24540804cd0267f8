import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'
import { makeHeatmapCounter, emptyHeatmap } from '#app/features/stats/heatmap.ts'
import { reportActivity, reportRange } from '#app/features/stats/range.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  aPerson,
  aSnapshot,
  aSnowflake,
  keyOf,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { tries } from '#tests/support/depth.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'

const TODAY = '2026-11-21'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  const record = (guild_id: string, times: string[], over: object = {}) =>
    recordEvents(it.ctx(runner()), {
      events: times.map((occurred_at) => anEvent({ guild_id, occurred_at, ...over })),
    })
  const range = (guildId: string, from: string, to: string, actor = userWith('admin')) =>
    reportRange(it.ctx(actor), { guildId, from, to })

  test('a range that ends today has what the report of as many days has', async () => {
    const { id } = await aGuild(it)
    await record(id, ['2026-11-10T10:00:00Z', '2026-11-21T10:00:00Z'])
    await record(id, ['2026-11-12T10:00:00Z'], { type: 'COMMAND_USE', data: { command: 'a' } })
    await recordSnapshot(it.ctx(runner()), aSnapshot(id))
    const { timezone: _, generated_at: __, ...report } = await reportStats(it.ctx(keyOf(id)), { days: 14 })
    expect(await range(id, '2026-11-08', TODAY)).toMatchObject({ ...report, generated_at: NOON })
  })

  test('the period before has as many days and ends on the day before', async () => {
    const { id } = await aGuild(it)
    const voice = (day: string, who: string) =>
      record(id, [`2026-11-${day}T10:00:00Z`], { type: 'VOICE_JOIN', actor: aPerson(who) })
    await record(id, [
      '2026-11-11T00:00:00Z',
      '2026-11-13T23:59:59Z',
      '2026-11-14T00:00:00Z',
      '2026-11-10T23:59:59Z',
    ])
    await record(id, ['2026-11-12T10:00:00Z'], { type: 'MEMBER_LEAVE' })
    await voice('11', '1')
    await voice('12', '2')
    await voice('13', '2')
    const { days, totals, compare } = await range(id, '2026-11-14', '2026-11-16')
    expect([days, totals.message_count, totals.voice_peak_concurrent]).toEqual([3, 1, 0])
    expect(compare).toMatchObject({ from: '2026-11-11', to: '2026-11-13' })
    expect(compare.totals).toMatchObject({ message_count: 2, member_leaves: 1, member_net_change: -1 })
    expect(compare.totals).toMatchObject({ voice_peak_concurrent: 2, total_events: 6 })
    expect(Object.keys(compare.totals)).toEqual(Object.keys(totals))
  })

  test('a range has the snapshots, best channels and best commands of its days alone', async () => {
    const { id } = await aGuild(it)
    for (const [index, day] of ['08', '09', '10', '11'].entries()) {
      it.at(`2026-11-${day}T12:00:00.000Z`)
      await recordSnapshot(it.ctx(runner()), aSnapshot(id, { member_count: 100 + index }))
      await record(id, [it.ctx().now().toISOString()], { channel: { id: day, name: day } })
    }
    const report = await range(id, '2026-11-09', '2026-11-10')
    expect(report.snapshots.map(({ date, member_count }) => [date, member_count])).toEqual([
      ['2026-11-09', 101],
      ['2026-11-10', 102],
    ])
    expect(report.top_channels.map(({ name }) => name)).toEqual(['09', '10'])
    expect(report.current).toMatchObject({ member_count: 103 })
  })

  test('a range is 1 to 3,660 days, for administrators and the guild’s managers', async () => {
    const { id } = await aGuild(it)
    const first = (days: number) => addDays(TODAY, 1 - days)
    expect((await range(id, first(3_660), TODAY)).daily_stats).toHaveLength(3_660)
    const status = async (...args: Parameters<typeof range>) => (await refusalOf(() => range(...args))).status
    expect(await status(id, first(3_661), TODAY)).toBe(400)
    expect(await status(id, TODAY, '2026-11-20')).toBe(400)
    expect(await status(aSnowflake(), TODAY, TODAY)).toBe(404)
    expect(await status(id, TODAY, TODAY, userWith('editor'))).toBe(403)
    const manager = { ...userWith('member'), guildIds: [id] } as ReturnType<typeof userWith>
    expect(await range(id, TODAY, TODAY, manager)).toMatchObject({ days: 1 })
    expect(await status(aSnowflake(), TODAY, TODAY, manager)).toBe(403)
  })

  test('hours are those of the guild’s clocks, on both sides of a change of them', async () => {
    const { id } = await aGuild(it)
    await saveSettings(it.ctx(), { guildId: id, version: 0, settings: { timezone: 'Europe/Paris' } })
    // Saturday, Sunday before and after 01:00 UTC, when the clocks go back, and Monday.
    await record(id, [
      '2026-10-24T21:59:00Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
    ])
    await record(id, ['2026-10-25T23:00:00Z'], { type: 'MEMBER_JOIN' })
    const { timezone, heat } = await reportActivity(it.ctx(), {
      guildId: id,
      from: '2026-10-20',
      to: '2026-10-26',
    })
    expect(timezone).toBe('Europe/Paris')
    const filled = heat.total_events.flatMap((hours, weekday) =>
      hours.flatMap((count, hour) =>
        count ? [[weekday, hour, count, heat.message_count[weekday]![hour]]] : [],
      ),
    )
    expect(filled).toEqual([
      [0, 0, 1, 0],
      [5, 23, 1, 1],
      [6, 0, 1, 1],
      [6, 2, 2, 2],
    ])
  })
})

test('an hour belongs to the weekday and hour of its zone’s clocks when it begins', () => {
  const zones = [
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Sao_Paulo',
  ]
  const shown = (timezone: string, time: number) => {
    const options = { timeZone: timezone, hourCycle: 'h23', weekday: 'short', hour: 'numeric' } as const
    const text = new Intl.DateTimeFormat('en-GB', options).format(time)
    const [, weekday, hour] = /^(\w+),? (\d+)$/.exec(text)!
    return [['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday!), Number(hour)] as const
  }
  const hour = fc.integer({ min: Date.UTC(2015, 0) / 3600_000, max: Date.UTC(2027, 0) / 3600_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(hour, { minLength: 1, maxLength: 50 }), (zone, hours) => {
      const [heat, expected] = [emptyHeatmap(), emptyHeatmap()]
      const rows = hours
        .map((at) => new Date(at * 3600_000))
        .map((at) => ({
          date: dayOf(at),
          hour: at.getUTCHours(),
          message_count: 1,
          total_events: 3,
        }))
      makeHeatmapCounter(zone, heat)(rows)
      for (const at of hours) {
        const [weekday, local] = shown(zone, at * 3600_000)
        expected.message_count[weekday]![local]! += 1
        expected.total_events[weekday]![local]! += 3
      }
      expect(heat).toEqual(expected)
    }),
    tries(60),
  )
})
