import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerInteraction, purgeInteractions } from '#app/features/interactions/interactions.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { purgeStatistics } from '#app/features/stats/retention.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { startPurging } from '#app/features/maintenance/worker.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aGuild,
  anEvent,
  anInteraction,
  aSnapshot,
  discord,
  keyOf,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const DAY = 24 * 3600_000
const before = (days: number, rest = 0) => new Date(Date.parse(NOON) - days * DAY - rest).toISOString()

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeEach(async () => void (it = await openTestApp(engine)))
  afterEach(() => it.close())

  const keep = (guildId: string, retention: { raw_event_days?: number; daily_days?: number | null }) =>
    saveSettings(it.ctx(), { guildId, version: 0, settings: { retention } })
  const happen = (guild_id: string, ...times: string[]) =>
    recordEvents(it.ctx(runner()), {
      events: times.map((occurred_at) => anEvent({ guild_id, occurred_at })),
    })
  const sweep = () => purgeStatistics(it.ctx())
  const left = async (guildId: string) =>
    (
      await it.app.db
        .selectFrom('events')
        .select('occurred_at')
        .where('guild_id', '=', guildId)
        .orderBy('occurred_at', 'desc')
        .execute()
    ).map(({ occurred_at }) => occurred_at)
  type Daily = 'daily_stats' | 'daily_actors' | 'daily_channels' | 'hourly_stats' | 'daily_snapshots'
  const days = async (table: Daily, guildId: string) =>
    (
      await it.app.db
        .selectFrom(table)
        .select('date')
        .distinct()
        .where('guild_id', '=', guildId)
        .orderBy('date')
        .execute()
    ).map(({ date }) => date)
  const report = (guildId: string) => reportStats(it.ctx(keyOf(guildId)), { days: 365 })

  test('events and presence expire with the guild’s retention, and counts stay', async () => {
    const [short, usual] = [(await aGuild(it)).id, (await aGuild(it)).id]
    await keep(short, { raw_event_days: 7 })
    const times = [before(6), before(7), before(7, 1), before(90), before(90, 1)]
    it.at(before(5))
    for (const id of [short, usual]) await happen(id, ...times)
    it.at(NOON)
    const counted = await report(short)
    await sweep()
    expect(await left(short)).toEqual(times.slice(0, 2))
    expect(await left(usual)).toEqual(times.slice(0, 4))
    expect(await days('daily_actors', short)).toEqual(['2026-11-14', '2026-11-15'])
    expect(await report(short)).toEqual(counted)
    expect(counted.totals.total_events).toBe(5)
  })

  test('a late event is kept for a day, so that a second report of it is a duplicate', async () => {
    const { id } = await aGuild(it)
    const late = anEvent({ guild_id: id, occurred_at: before(200) })
    const tell = () => recordEvents(it.ctx(runner()), { events: [late] })
    await tell()
    await sweep()
    expect(await tell()).toMatchObject({ recorded: 0, duplicates: 1 })
    it.at(before(-1, -1))
    await sweep()
    expect(await left(id)).toEqual([])
  })

  test('days go when the guild no longer keeps them, and reports no longer have them', async () => {
    const [short, usual] = [(await aGuild(it)).id, (await aGuild(it)).id]
    await keep(short, { daily_days: 30 })
    for (const id of [short, usual]) {
      for (const day of [40, 31, 30, 1]) {
        it.at(before(day))
        await happen(id, before(day))
        await recordSnapshot(it.ctx(runner()), aSnapshot(id))
      }
    }
    it.at(NOON)
    expect((await report(short)).totals.message_count).toBe(4)
    await sweep()
    for (const table of ['daily_stats', 'daily_channels', 'hourly_stats', 'daily_snapshots'] as const) {
      expect(await days(table, short), table).toEqual(['2026-10-22', '2026-11-20'])
      expect(await days(table, usual), table).toHaveLength(4)
    }
    const after = await report(short)
    expect([after.totals.message_count, after.generated_at]).toEqual([2, NOON])
    expect(after.top_channels).toMatchObject([{ message_count: 2 }])
    expect((await report(usual)).generated_at).toBe(
      before(1) > NOON.slice(0, 10) ? before(1) : '2026-11-21T00:00:00.000Z',
    )
  })

  test('much is deleted in small steps, by several at once, and no step is left out', async () => {
    const { id } = await aGuild(it)
    const old = Array.from({ length: 1_250 }, (_, index) => before(100, index * 1000))
    it.at(before(50))
    await happen(id, ...old, before(60))
    it.at(NOON)
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await left(id)).toEqual([before(60)])
  })

  test('a sweep that is told to stop stops, and the next one goes on', async () => {
    const { id } = await aGuild(it)
    it.at(before(50))
    await happen(id, ...Array.from({ length: 1_200 }, (_, index) => before(100, index)))
    it.at(NOON)
    let asked = 0
    await purgeStatistics(it.ctx(), { stopping: () => ++asked > 1 })
    expect(await left(id)).toHaveLength(700)
    await sweep()
    expect(await left(id)).toHaveLength(0)
  })

  test('answers to interactions go after fifteen minutes', async () => {
    const { id } = await aGuild(it)
    await aCommand(it, id)
    const asked = anInteraction(id)
    await answerInteraction(it.ctx(discord), asked)
    const there = async () =>
      (await it.app.db.selectFrom('interactions').select('id').where('id', '=', asked.id).execute()).length
    it.at('2026-11-21T12:15:00.000Z')
    await purgeInteractions(it.ctx())
    expect(await there()).toBe(1)
    it.at('2026-11-21T12:15:00.001Z')
    await purgeInteractions(it.ctx())
    expect(await there()).toBe(0)
  })

  test('of all instances one sweeps when it is due, and again when it is due again', async () => {
    const { id } = await aGuild(it)
    const forget = async () => {
      it.at(before(50))
      await happen(id, before(100))
      it.at(NOON)
    }
    await forget()
    const stops = [startPurging(it.app), startPurging(it.app)]
    await expect.poll(() => left(id)).toEqual([])
    for (const stop of stops) await stop()
    const claims = await it.app.db.selectFrom('sweeps').selectAll().orderBy('name').execute()
    expect(claims).toEqual([
      { name: 'accounts', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'audit', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'calls', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'chat', next_at: '2026-11-21T12:30:00.000Z' },
      { name: 'claims', next_at: '2026-11-21T12:05:00.000Z' },
      { name: 'contact', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'entries', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'feedback', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'guilds', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'interactions', next_at: '2026-11-21T12:05:00.000Z' },
      { name: 'invitations', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'jobs', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'keys', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'readers', next_at: '2026-11-21T13:00:00.000Z' },
      { name: 'statistics', next_at: '2026-11-21T13:00:00.000Z' },
    ])
    await forget()
    await startPurging(it.app)()
    expect(await left(id)).toHaveLength(1)
    it.at('2026-11-21T13:00:00.000Z')
    const stop = startPurging(it.app)
    await expect.poll(() => left(id)).toEqual([])
    await stop()
  })

  test('only the service itself sweeps, or who may change every guild', async () => {
    for (const rule of [purgeStatistics, purgeInteractions]) {
      expect(await refusalOf(() => rule(it.ctx(userWith('member'))))).toMatchObject({ status: 403 })
    }
  })
})
