import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { exportStats } from '#app/features/stats/export.server.ts'
import { csvColumns, exportQuery, statsExport } from '#app/features/stats/csv-columns.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  anonymous,
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

type Wanted = Partial<Parameters<typeof exportStats>[1]>

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  const ask = (guildId: string, wanted: Wanted = {}, actor = userWith('admin')) =>
    exportStats(it.ctx(actor), { guildId, format: 'json', ...wanted })
  const text = async (guildId: string, wanted: Wanted = {}) =>
    (await Readable.from((await ask(guildId, wanted)).chunks).toArray()).join('')
  const json = async (guildId: string, wanted: Wanted = {}) =>
    statsExport.parse(JSON.parse(await text(guildId, wanted)))
  const table = async (guildId: string, wanted: Wanted = {}) => {
    const lines = await text(guildId, { ...wanted, format: 'csv' })
    return parse(lines, { columns: true, recordDelimiter: '\r\n' }) as Record<string, string>[]
  }

  /** A guild with a message on each of these days, and a snapshot on each. */
  async function aGuildWith(...dates: string[]) {
    const { id } = await aGuild(it)
    for (const [index, date] of dates.entries()) {
      it.at(`${date}T10:00:00.000Z`)
      await recordEvents(it.ctx(runner()), {
        events: [anEvent({ guild_id: id, occurred_at: it.ctx().now().toISOString() })],
      })
      await recordSnapshot(it.ctx(runner()), aSnapshot(id, { member_count: 50 + index }))
    }
    it.at(NOON)
    return id
  }

  test('statistics of a server that is not served cannot be exported', async () => {
    const { id } = await aGuild(it)
    for (const state of ['pending', 'left', 'blocked'] as const) {
      await it.app.db.updateTable('guilds').set({ state }).where('id', '=', id).execute()
      expect(await refusalOf(() => ask(id))).toMatchObject({ status: 403 })
    }
  })

  test('an export has every day from the first one to today, the same as the report has', async () => {
    const id = await aGuildWith('2026-11-01', '2026-11-03', '2026-11-20')
    const file = await json(id)
    const { daily_stats } = await reportStats(it.ctx(keyOf(id)), { days: 21 })
    expect(file).toMatchObject({ format: 'signpost-stats', version: 1, exported_at: NOON, guild_id: id })
    expect([file.from, file.to]).toEqual(['2026-11-01', '2026-11-21'])
    expect(file.daily_stats).toEqual(daily_stats)
    expect(
      file.snapshots.map(({ date, recorded_at, member_count }) => [date, recorded_at, member_count]),
    ).toEqual([
      ['2026-11-01', '2026-11-01T10:00:00.000Z', 50],
      ['2026-11-03', '2026-11-03T10:00:00.000Z', 51],
      ['2026-11-20', '2026-11-20T10:00:00.000Z', 52],
    ])
  })

  test('the last snapshot of a day is the one that is kept', async () => {
    const id = await aGuildWith('2026-11-20', '2026-11-20')
    expect((await json(id)).snapshots).toMatchObject([{ date: '2026-11-20', member_count: 51 }])
  })

  test('a guild of which nothing is known exports a day of zeros', async () => {
    const { id } = await aGuild(it)
    expect(await json(id)).toMatchObject({
      from: '2026-11-21',
      to: '2026-11-21',
      daily_stats: [{ date: '2026-11-21', total_events: 0, complete: false }],
      snapshots: [],
    })
  })

  test.each([
    [{ from: '2026-11-03', to: '2026-11-05' }, '2026-11-03', '2026-11-05', 3, 1],
    [{ from: '2026-11-20', to: '2026-11-20' }, '2026-11-20', '2026-11-20', 1, 1],
    [{ from: '2026-10-30' }, '2026-10-30', '2026-11-21', 23, 3],
    [{ to: '2026-11-02' }, '2026-11-01', '2026-11-02', 2, 1],
    [{ to: '2026-10-01' }, '2026-10-01', '2026-10-01', 1, 0],
    // Days to come, and those before Discord was, have no row.
    [{ from: '2026-11-20', to: '9999-12-31' }, '2026-11-20', '9999-12-31', 2, 1],
    [{ from: '0001-01-01', to: '2015-01-03' }, '0001-01-01', '2015-01-03', 3, 0],
  ])('both ends of a range are in it: %j', async (wanted, from, to, days, snapshots) => {
    const id = await aGuildWith('2026-11-01', '2026-11-03', '2026-11-20')
    const file = await json(id, wanted)
    expect([file.from, file.to, file.daily_stats.length, file.snapshots.length]).toEqual([
      from,
      to,
      days,
      snapshots,
    ])
    expect((await table(id, wanted)).length).toBe(days)
  })

  test('CSV says what JSON says, column by column', async () => {
    const moment = fc.integer({ min: Date.parse('2026-07-01'), max: Date.parse(NOON) })
    const types = [
      'MEMBER_JOIN',
      'MEMBER_LEAVE',
      'MESSAGE_CREATE',
      'VOICE_JOIN',
      'VOICE_LEAVE',
      'COMMAND_USE',
    ] as const
    const happening = fc.record({ type: fc.constantFrom(...types), time: moment })
    const check = async (list: { type: (typeof types)[number]; time: number }[]) => {
      const { id } = await aGuild(it)
      const events = list.map(({ type, time }) =>
        anEvent({ guild_id: id, type, occurred_at: new Date(time).toISOString() }),
      )
      await recordEvents(it.ctx(runner()), { events })
      if (list.length > 3) await recordSnapshot(it.ctx(runner()), aSnapshot(id))
      const { daily_stats } = await json(id)
      const asText = daily_stats.map((day) =>
        Object.fromEntries(
          csvColumns.map((name) => [name, name === 'guild_id' ? id : String(day[name] ?? '')]),
        ),
      )
      expect(await table(id)).toEqual(asText)
    }
    await fc.assert(fc.asyncProperty(fc.array(happening, { maxLength: 12 }), check), tries(15))
  })

  test('a file has a name that says what is in it, and its media type', async () => {
    const id = await aGuildWith('2026-11-20')
    const { name, type } = await ask(id)
    expect([name, type]).toEqual([`stats-${id}-2026-11-20-to-2026-11-21.json`, 'application/json'])
    expect(await ask(id, { format: 'csv', to: '2026-11-20' })).toMatchObject({
      name: `stats-${id}-2026-11-20-to-2026-11-20.csv`,
      type: 'text/csv; charset=utf-8; header=present',
    })
  })

  test('only administrators export a guild, and the first day is not after the last', async () => {
    const id = await aGuildWith('2026-11-20')
    const manager = { ...userWith('member'), guildIds: [id] } as ReturnType<typeof userWith>
    expect(await ask(id, {}, userWith('admin'))).toMatchObject({ type: 'application/json' })
    const status = async (...args: Parameters<typeof ask>) => (await refusalOf(() => ask(...args))).status
    const other = aSnowflake()
    expect(await status(id, {}, manager)).toBe(403)
    expect(await status(other, {}, manager)).toBe(403)
    expect(await status(other)).toBe(404)
    expect(await status(id, {}, userWith('editor'))).toBe(403)
    expect(await status(id, {}, keyOf(id))).toBe(403)
    expect(await status(id, {}, anonymous)).toBe(401)
    expect(await status(id, { from: '2026-11-20', to: '2026-11-19' })).toBe(400)
    expect(await status(id, { from: '2026-11-22' })).toBe(400)
  })

  test('an export is noted when somebody reads it, and a look at its name is not', async () => {
    const id = await aGuildWith('2026-11-20')
    const noted = () =>
      it.app.db
        .selectFrom('audit')
        .select(['actor_name', 'details'])
        .where('target_id', '=', id)
        .where('action', '=', 'stats.exported')
        .execute()
    const { chunks } = await ask(id, { format: 'csv' })
    expect(await noted()).toEqual([])
    await chunks[Symbol.asyncIterator]().next()
    const details = JSON.stringify({ format: 'csv', from: '2026-11-20', to: '2026-11-21' })
    expect(await noted()).toEqual([{ actor_name: 'Ada', details }])
  })
})

test('an export is all data as JSON by default, and other formats or days are invalid', () => {
  expect(exportQuery.parse({})).toEqual({ format: 'json' })
  for (const wrong of [
    { format: 'xml' },
    { format: '' },
    { from: 'today' },
    { to: '2026-02-30' },
    { from: '' },
  ]) {
    expect(exportQuery.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
})
