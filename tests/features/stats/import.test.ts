import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { exportStats } from '#app/features/stats/export.server.ts'
import { importStats } from '#app/features/stats/import.server.ts'
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

type File = { daily_stats: Record<string, unknown>[]; snapshots: Record<string, unknown>[] } & Record<
  string,
  unknown
>

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let elsewhere: TestApp
  beforeAll(async () => void ([it, elsewhere] = [await openTestApp(engine), await openTestApp(engine)]))
  afterAll(async () => {
    await it.close()
    await elsewhere.close()
  })
  afterEach(() => it.at(NOON))

  const exported = async (guildId: string, app = it, to = '2026-11-21') => {
    const { chunks } = await exportStats(app.ctx(), { guildId, format: 'json', to })
    return JSON.parse((await Readable.from(chunks).toArray()).join('')) as File
  }
  const take = (document: unknown, guildId: string, app = it) => importStats(app.ctx(), { guildId, document })
  const report = (guildId: string, app = it) => reportStats(app.ctx(keyOf(guildId)), { days: 30 })

  async function aBusyGuild() {
    const { id } = await aGuild(it)
    for (const day of ['2026-11-01', '2026-11-12', '2026-11-20']) {
      it.at(`${day}T20:00:00.000Z`)
      const now = it.ctx().now().toISOString()
      const told = (over: object) => anEvent({ guild_id: id, occurred_at: now, ...over })
      await recordEvents(it.ctx(runner()), {
        events: [
          told({}),
          told({ actor: aPerson(day) }),
          told({ type: 'MEMBER_JOIN' }),
          told({ type: 'COMMAND_USE', data: { command: 'a', failed: true } }),
          told({ type: 'VOICE_JOIN' }),
        ],
      })
      await recordSnapshot(it.ctx(runner()), aSnapshot(id, { online_count: day === '2026-11-12' ? null : 9 }))
    }
    it.at(NOON)
    return id
  }

  test('an export that is taken back, and exported again, is the same file', async () => {
    const id = await aBusyGuild()
    const file = await exported(id)
    await aGuild(elsewhere, id)
    elsewhere.at('2026-11-21T13:30:00.000Z')
    expect(await take(file, id, elsewhere)).toEqual({
      guild_id: id,
      from: '2026-11-01',
      to: '2026-11-21',
      days: 21,
      replaced: 0,
      snapshots: 3,
    })
    const again = await exported(id, elsewhere)
    expect(again).toEqual({ ...file, exported_at: '2026-11-21T13:30:00.000Z' })
    expect((await report(id, elsewhere)).daily_stats).toEqual((await report(id)).daily_stats)
    expect((await report(id, elsewhere)).current).toEqual((await report(id)).current)
    elsewhere.at(NOON)
  })

  test('taking it back twice is taking it back once', async () => {
    const id = await aBusyGuild()
    const [before, file] = [await report(id), await exported(id)]
    expect(await take(file, id)).toMatchObject({ days: 21, replaced: 3 })
    expect(await take(file, id)).toMatchObject({ days: 21, replaced: 3 })
    expect((await report(id)).daily_stats).toEqual(before.daily_stats)
    expect(await exported(id)).toEqual(file)
  })

  test('imported days replace existing ones, even with zeros, and other days stay', async () => {
    const id = await aBusyGuild()
    const file = await exported(id)
    file.daily_stats = file.daily_stats
      .slice(5, 15)
      .map((day) => ({ ...day, message_count: 0, total_events: 7 }))
    await take(file, id)
    const days = new Map((await report(id)).daily_stats.map((day) => [day.date, day]))
    expect(days.get('2026-11-12')).toMatchObject({ message_count: 0, total_events: 7, member_joins: 1 })
    expect(days.get('2026-11-10')).toMatchObject({ total_events: 7 })
    expect(days.get('2026-11-01')).toMatchObject({ message_count: 2, total_events: 5 })
    expect(days.get('2026-11-20')).toMatchObject({ message_count: 2, total_events: 5 })
  })

  test('an import rebuilds a cached report and leaves the current state as new as it was', async () => {
    const id = await aBusyGuild()
    const file = await exported(id)
    await recordSnapshot(it.ctx(runner()), aSnapshot(id, { member_count: 999 }))
    expect((await report(id)).totals.message_count).toBe(6)
    await take({ ...file, daily_stats: file.daily_stats.map((day) => ({ ...day, message_count: 10 })) }, id)
    expect((await report(id)).totals.message_count).toBe(210)
    expect((await report(id)).current).toMatchObject({ member_count: 999 })
  })

  test('fields that are not known are passed over', async () => {
    const id = await aBusyGuild()
    const file = await exported(id)
    const more = (rows: object[]) => rows.map((row) => ({ ...row, mood: 'good' }))
    await take(
      { ...file, mood: 'good', daily_stats: more(file.daily_stats), snapshots: more(file.snapshots) },
      id,
    )
    expect(await exported(id)).toEqual(file)
  })

  const day = (over: object) => (file: File) => ({
    ...file,
    daily_stats: [...file.daily_stats.slice(0, -1), { ...file.daily_stats.at(-1), ...over }],
  })
  test.each<[string, (file: File) => unknown, RegExp]>([
    ['of another format', (file) => ({ ...file, format: 'other' }), /not an export of statistics/],
    ['of a later version', (file) => ({ ...file, version: 2 }), /export with version 1/],
    ['of another guild', (file) => ({ ...file, guild_id: '1' }), /export of guild 1\./],
    ['that is no object', () => [], /./],
    ['with a number below zero', day({ message_count: -1 }), /^daily_stats\.\d+\.message_count: .*0 or more/],
    ['with a part of a number', day({ total_events: 1.5 }), /total_events/],
    ['without a number', day({ member_joins: undefined }), /member_joins/],
    ['with a day that is none', day({ date: '2026-02-30' }), /2026-01-31/],
    ['with a day to come', day({ date: '2026-11-22' }), /Use a day from 2015-01-01 to 2026-11-21/],
    ['with a day before Discord', day({ date: '2014-12-31' }), /Use a day from 2015-01-01 to 2026-11-21/],
    ['with a day twice', day({ date: '2026-11-01' }), /duplicate day 2026-11-01/],
    ['with a wrong snapshot', (file) => ({ ...file, snapshots: [{ date: '2026-11-01' }] }), /^snapshots\.0/],
  ])('a file %s is refused, and nothing of it is taken', async (_, change, says) => {
    const id = await aBusyGuild()
    const file = await exported(id)
    const wrong = change({
      ...file,
      daily_stats: file.daily_stats.map((one) => ({ ...one, member_leaves: 5 })),
    })
    const refusal = await refusalOf(() => take(wrong, id))
    expect([refusal.status, refusal.message]).toEqual([400, expect.stringMatching(says)])
    expect(await exported(id)).toEqual(file)
  })

  test('only who may change the guild may import, and only into a guild that is here', async () => {
    const id = await aBusyGuild()
    const file = await exported(id)
    const status = async (actor: ReturnType<typeof userWith>, guildId = id) =>
      (await refusalOf(() => importStats(it.ctx(actor), { guildId, document: file }))).status
    expect(await status(userWith('editor'))).toBe(403)
    expect(await status(keyOf(id))).toBe(403)
    expect(await status(userWith('admin'), aSnowflake())).toBe(404)
    const manager = { ...userWith('member'), guildIds: [id] } as ReturnType<typeof userWith>
    await importStats(it.ctx(manager), { guildId: id, document: file })
    const noted = it.app.db.selectFrom('audit').select('action').where('target_id', '=', id)
    expect((await noted.execute()).map(({ action }) => action)).toContain('stats.imported')
  })
})
