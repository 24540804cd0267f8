import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#app/primitives/days.ts'
import { statsQuery, statsReport } from '#app/features/stats/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { listAllGuilds } from '#app/features/guilds/states.server.ts'
import { reportGuildStats, reportStats, summarizeGuilds } from '#app/features/stats/stats.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  anonymous,
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

  const record = (...events: GatewayEvent[]) => recordEvents(it.ctx(runner()), { events })
  const report = (guild: string, days = 30) => reportStats(it.ctx(keyOf(guild)), { days })

  test('a report is as its schema says, even before anything happened', async () => {
    const { id } = await aGuild(it)
    const empty = await report(id, 7)
    expect(statsReport.parse(empty)).toEqual(empty)
    expect(empty).toMatchObject({ guild_id: id, days: 7, timezone: 'UTC', from: '2026-11-15', to: TODAY })
    expect(empty).toMatchObject({ current: null, top_channels: [], top_commands: [] })
    expect(new Set(Object.values(empty.totals))).toEqual(new Set([0]))
  })

  test('all lists and the report show the member count of the same snapshot', async () => {
    const { id } = await aGuild(it)
    await it.app.db.updateTable('guilds').set({ member_count: 7 }).where('id', '=', id).execute()
    const listed = async () => (await listAllGuilds(it.ctx())).find((one) => one.id === id)
    expect(await listed()).toMatchObject({ member_count: 7, member_count_at: null })
    await recordSnapshot(it.ctx(runner()), aSnapshot(id, { member_count: 9 }))
    const counted = { member_count: 9, member_count_at: it.ctx().now().toISOString() }
    expect(await listed()).toMatchObject(counted)
    expect(await readGuild(it.ctx(), { id })).toMatchObject(counted)
    expect((await summarizeGuilds(it.ctx())).find((one) => one.id === id)).toMatchObject(counted)
    expect((await report(id)).current).toMatchObject({
      member_count: counted.member_count,
      recorded_at: counted.member_count_at,
    })
  })

  test.each([1, 2, 30, 365])('a report of %d days has a row for each, oldest first', async (days) => {
    const { id } = await aGuild(it)
    await record(anEvent({ guild_id: id }))
    const { daily_stats: rows } = await report(id, days)
    const dates = Array.from({ length: days }, (_, index) => addDays(TODAY, 1 + index - days))
    expect(rows.map(({ date }) => date)).toEqual(dates)
    expect(rows.filter(({ complete }) => !complete).map(({ date }) => date)).toEqual([TODAY])
    for (const row of rows) {
      expect(row.period_start).toBe(`${row.date}T00:00:00.000Z`)
      expect(row.period_end).toBe(`${addDays(row.date, 1)}T00:00:00.000Z`)
      expect(row.message_count).toBe(row.date === TODAY ? 1 : 0)
    }
  })

  test('totals are the sums of the days, and the peak is their maximum', async () => {
    const types = ['MEMBER_JOIN', 'MEMBER_LEAVE', 'MESSAGE_CREATE', 'COMMAND_USE', 'REACTION_ADD'] as const
    const happening = fc.record({
      type: fc.constantFrom(...types, 'VOICE_JOIN' as const, 'VOICE_LEAVE' as const),
      hour: fc.integer({ min: 0, max: 24 * 6 }),
      who: fc.integer({ min: 1, max: 4 }),
      failed: fc.boolean(),
    })
    const check = async (
      list: { type: GatewayEvent['type']; hour: number; who: number; failed: boolean }[],
    ) => {
      const { id } = await aGuild(it)
      const events = list.map(({ type, hour, who, failed }) =>
        anEvent({
          guild_id: id,
          type,
          occurred_at: new Date(
            Date.parse(`${addDays(TODAY, -6)}T00:00:00Z`) + hour * 3_600_000,
          ).toISOString(),
          actor: aPerson(String(who)),
          data: { command: 'hello', failed },
        }),
      )
      await record(...events)
      const { totals, daily_stats: days, top_commands } = await report(id, 10)
      const { voice_peak_concurrent: peak, ...sums } = totals
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) {
        expect(sums[name], name).toBe(days.reduce((sum, day) => sum + day[name], 0))
      }
      expect(peak).toBe(Math.max(...days.map((day) => day.voice_peak_concurrent)))
      const kinds = (type: string) => list.filter((one) => one.type === type)
      const failed = kinds('COMMAND_USE').filter((one) => one.failed).length
      expect(totals).toMatchObject({
        member_joins: kinds('MEMBER_JOIN').length,
        member_leaves: kinds('MEMBER_LEAVE').length,
        member_net_change: kinds('MEMBER_JOIN').length - kinds('MEMBER_LEAVE').length,
        message_count: kinds('MESSAGE_CREATE').length,
        command_count: kinds('COMMAND_USE').length,
        command_error_count: failed,
        total_events: list.length,
      })
      expect(top_commands.map(({ error_count }) => error_count)).toEqual(totals.command_count ? [failed] : [])
    }
    await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 20 }), check), tries(15))
  })

  test('the window begins and ends at midnight UTC', async () => {
    const { id } = await aGuild(it)
    it.at('2026-11-21T23:59:59.999Z')
    const at = (occurred_at: string) => anEvent({ guild_id: id, occurred_at })
    await record(
      at('2026-11-19T23:59:59.999Z'),
      at('2026-11-20T00:00:00.000Z'),
      at('2026-11-20T23:59:59.999Z'),
      at('2026-11-21T01:59:59.999+02:00'),
      at('2026-11-21T00:00:00.000Z'),
    )
    const counts = async () => (await report(id, 2)).daily_stats.map((day) => [day.date, day.message_count])
    expect(await counts()).toEqual([
      ['2026-11-20', 3],
      ['2026-11-21', 1],
    ])
    it.at('2026-11-22T00:00:00.000Z')
    expect(await counts()).toEqual([
      ['2026-11-21', 1],
      ['2026-11-22', 0],
    ])
  })

  test('generated_at is the last change, or midnight when that came later', async () => {
    it.at('2026-11-19T08:00:00.000Z')
    const { id } = await aGuild(it)
    const generated = async () => (await report(id)).generated_at
    expect(await generated()).toBe('2026-11-19T08:00:00.000Z')
    it.at('2026-11-19T09:00:00.000Z')
    expect(await generated()).toBe('2026-11-19T08:00:00.000Z')
    await record(anEvent({ guild_id: id, occurred_at: '2026-11-19T08:30:00Z' }))
    expect(await generated()).toBe('2026-11-19T09:00:00.000Z')
    it.at('2026-11-21T12:00:00.000Z')
    expect(await generated()).toBe('2026-11-21T00:00:00.000Z')
    await recordSnapshot(it.ctx(runner()), aSnapshot(id))
    expect(await generated()).toBe('2026-11-21T12:00:00.000Z')
  })

  test('generated_at never goes back when the clock of an instance does', async () => {
    const { id } = await aGuild(it)
    await record(anEvent({ guild_id: id }))
    it.at('2026-11-21T11:00:00.000Z')
    await record(anEvent({ guild_id: id }))
    expect((await report(id)).generated_at).toBe(NOON)
  })

  test('the ten busiest channels and commands of the window are listed, busiest first', async () => {
    const { id } = await aGuild(it)
    const channel = (n: number) => ({ id: `${1000 + n}`, name: `channel ${n}` })
    const each = Array.from({ length: 12 }, (_, n) => n).flatMap((n) => Array<number>(n + 1).fill(n))
    await record(...each.map((n) => anEvent({ guild_id: id, channel: channel(n) })))
    const used = (n: number, more = {}) =>
      anEvent({ guild_id: id, type: 'COMMAND_USE', data: { command: `c${n}`, failed: n === 11 }, ...more })
    await record(...each.map((n) => used(n)))
    await record(...each.map(() => used(99, { occurred_at: '2026-10-01T12:00:00Z' })))
    const { top_channels, top_commands } = await report(id)
    const best = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
    expect(top_channels).toEqual(
      best.map((n) => ({ channel_id: channel(n).id, name: channel(n).name, message_count: n + 1 })),
    )
    expect(top_commands).toEqual(
      best.map((n) => ({ name: `c${n}`, use_count: n + 1, error_count: n === 11 ? 12 : 0 })),
    )
  })

  test('a key reads the guild it belongs to and no other', async () => {
    const [mine, other] = [await aGuild(it), await aGuild(it)]
    await record(anEvent({ guild_id: other.id }))
    expect((await report(mine.id)).totals.message_count).toBe(0)
    expect((await report(other.id)).totals.message_count).toBe(1)
    const without = { ...keyOf(mine.id), scopes: [] } as ReturnType<typeof keyOf>
    const refusal = await refusalOf(() => reportStats(it.ctx(without), { days: 1 }))
    expect(refusal).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })

  test('administrators read the report of any guild; members and strangers none', async () => {
    const { id } = await aGuild(it)
    const ask = (guildId: string, actor = userWith('admin')) =>
      reportGuildStats(it.ctx(actor), { guildId, days: 30 })
    expect(await ask(id)).toEqual(await report(id))
    expect(await refusalOf(() => ask(aSnowflake()))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => ask(id, userWith('member')))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => ask(id, anonymous))).toMatchObject({ status: 401 })
  })
})

test('a report is of 30 days unless 1 to 365 are asked for; anything else is refused', () => {
  expect(statsQuery.parse({})).toEqual({ days: 30 })
  for (const days of ['1', '365']) expect(statsQuery.parse({ days })).toEqual({ days: Number(days) })
  for (const days of ['0', '366', '-1', '1.5', '030', '', ' 7', 'week', '1e2', '0x10']) {
    expect(statsQuery.safeParse({ days }).success, days).toBe(false)
  }
})
