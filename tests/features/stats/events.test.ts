import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { eventTypes, gatewayEvent, reportedEvent, type GatewayEvent } from '#app/features/events/schema.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
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

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  const record = (...events: GatewayEvent[]) => recordEvents(it.ctx(runner()), { events })
  const report = (guild: string, days = 3) => reportStats(it.ctx(keyOf(guild)), { days })
  const dayOf = async (guild: string, date: string) =>
    (await report(guild)).daily_stats.find((day) => day.date === date)

  test('an event that is told twice counts once, in one batch and in a later one', async () => {
    const { id } = await aGuild(it)
    const [one, two] = [anEvent({ guild_id: id }), anEvent({ guild_id: id })]
    expect(await record(one, one, two)).toMatchObject({ recorded: 2, duplicates: 1 })
    expect(await record(two, one)).toMatchObject({ recorded: 0, duplicates: 2 })
    expect((await report(id)).totals).toMatchObject({ message_count: 2, total_events: 2 })
  })

  test('messages of the bot itself are not activity, and messages of other bots are', async () => {
    const { id } = await aGuild(it)
    const actor = { ...aPerson('900'), is_bot: true }
    await record(
      anEvent({ guild_id: id, actor, data: { self: true } }),
      anEvent({ guild_id: id, actor: { ...actor, id: '901' } }),
    )
    const { totals, ...rest } = await report(id)
    expect(totals).toMatchObject({ message_count: 1, total_events: 2 })
    expect(rest.daily_stats.at(-1)).toMatchObject({ message_unique_users: 1 })
  })

  test('the same batch from several runners at once counts once', async () => {
    const { id } = await aGuild(it)
    const events = Array.from({ length: 10 }, () => anEvent({ guild_id: id }))
    const answers = await Promise.all([record(...events), record(...events), record(...events.toReversed())])
    expect(answers.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(10)
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(20)
    expect((await report(id)).totals).toMatchObject({ message_count: 10, total_events: 10 })
  })

  test('batches over the same guilds in opposite order do not wait for each other', async () => {
    const [a, b] = [await aGuild(it), await aGuild(it)]
    const [one, other] = [() => anEvent({ guild_id: a.id }), () => anEvent({ guild_id: b.id })]
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? record(one(), other()) : record(other(), one()))),
    )
    expect((await report(a.id)).totals.message_count).toBe(8)
    expect((await report(b.id)).totals.message_count).toBe(8)
  })

  test('one id may be told by two guilds, for it is unique within a guild only', async () => {
    const [a, b] = [await aGuild(it), await aGuild(it)]
    const event = anEvent({ guild_id: a.id })
    expect(await record(event, { ...event, guild_id: b.id })).toMatchObject({ recorded: 2, duplicates: 0 })
  })

  test('a batch with an unknown guild is refused as a whole', async () => {
    const { id } = await aGuild(it)
    const call = () => record(anEvent({ guild_id: id }), anEvent({ guild_id: aSnowflake() }))
    expect(await refusalOf(call)).toMatchObject({ status: 404, code: 'not_found' })
    expect((await report(id)).totals.total_events).toBe(0)
    const stored = it.app.db.selectFrom('events').select('id').where('guild_id', '=', id)
    expect(await stored.execute()).toEqual([])
  })

  test('a runner of one guild may not report on another, and its batch is discarded', async () => {
    const [mine, other] = [await aGuild(it), await aGuild(it)]
    const ctx = it.ctx(runner(mine.id))
    const events = [anEvent({ guild_id: mine.id }), anEvent({ guild_id: other.id })]
    expect(await refusalOf(() => recordEvents(ctx, { events }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => recordSnapshot(ctx, aSnapshot(other.id)))).toMatchObject({ status: 403 })
    expect((await report(mine.id)).totals.total_events).toBe(0)
    expect(await recordEvents(ctx, { events: events.slice(0, 1) })).toMatchObject({ recorded: 1 })
  })

  test('only runners report', async () => {
    const { id } = await aGuild(it)
    for (const actor of [userWith('owner'), keyOf(id), anonymous]) {
      const ctx = it.ctx(actor)
      const status = actor.kind === 'anonymous' ? 401 : 403
      expect(await refusalOf(() => recordEvents(ctx, { events: [] }))).toMatchObject({ status })
      expect(await refusalOf(() => recordSnapshot(ctx, aSnapshot(id)))).toMatchObject({ status })
    }
  })

  test('a batch of nothing but duplicates does not change the time of the last change', async () => {
    const { id } = await aGuild(it)
    const event = anEvent({ guild_id: id })
    await record(event)
    it.at('2026-11-21T13:00:00.000Z')
    await record(event)
    expect((await report(id)).generated_at).toBe(NOON)
    await record(event, anEvent({ guild_id: id }))
    expect((await report(id)).generated_at).toBe('2026-11-21T13:00:00.000Z')
  })

  test('seconds in voice are split at midnight UTC', async () => {
    const { id } = await aGuild(it)
    const voice = (type: 'VOICE_JOIN' | 'VOICE_LEAVE', occurred_at: string) =>
      anEvent({ guild_id: id, type, occurred_at })
    await record(
      voice('VOICE_JOIN', '2026-11-19T23:59:00Z'),
      voice('VOICE_LEAVE', '2026-11-21T00:00:30Z'),
      voice('VOICE_LEAVE', '2026-11-21T08:00:00Z'),
    )
    const seconds = (await report(id)).daily_stats.map((day) => day.voice_total_seconds)
    expect(seconds).toEqual([60, 86_400, 30])
  })

  test('a voice stay counts for seven days at most, and a negative one for nothing', async () => {
    const { id } = await aGuild(it)
    const stay = (from: string, to: string, who: string) => [
      anEvent({ guild_id: id, type: 'VOICE_JOIN', occurred_at: from, actor: aPerson(who) }),
      anEvent({ guild_id: id, type: 'VOICE_LEAVE', occurred_at: to, actor: aPerson(who) }),
    ]
    await record(...stay('2026-11-21T11:00:00Z', '2026-11-21T10:00:00Z', '1'))
    expect((await report(id)).totals.voice_total_seconds).toBe(0)
    await record(...stay('2026-10-01T00:00:00Z', '2026-11-21T00:00:00Z', '2'))
    expect((await report(id, 365)).totals.voice_total_seconds).toBe(7 * 86_400)
  })

  test('the peak of a day is how many were in voice at once, and of all days the highest', async () => {
    const { id } = await aGuild(it)
    const voice = (type: 'VOICE_JOIN' | 'VOICE_LEAVE', who: number, day: number) =>
      anEvent({ guild_id: id, type, actor: aPerson(`${who}`), occurred_at: `2026-11-${day}T10:00:00Z` })
    await record(...[1, 2, 3].map((who) => voice('VOICE_JOIN', who, 20)), voice('VOICE_JOIN', 3, 20))
    await record(...[1, 2, 3].map((who) => voice('VOICE_LEAVE', who, 20)))
    await record(voice('VOICE_JOIN', 1, 21), voice('VOICE_LEAVE', 1, 21), voice('VOICE_JOIN', 2, 21))
    expect(await dayOf(id, '2026-11-20')).toMatchObject({ voice_peak_concurrent: 3, voice_unique_users: 3 })
    expect(await dayOf(id, '2026-11-21')).toMatchObject({ voice_peak_concurrent: 1, voice_unique_users: 2 })
    expect((await report(id)).totals.voice_peak_concurrent).toBe(3)
  })

  test('people who write are counted once a day', async () => {
    const { id } = await aGuild(it)
    const said = (who: string, day: number) =>
      anEvent({ guild_id: id, actor: aPerson(who), occurred_at: `2026-11-${day}T10:00:00Z` })
    await record(said('1', 20), said('1', 20), said('2', 20), said('1', 21))
    await record(said('1', 20), anEvent({ guild_id: id, actor: null, occurred_at: '2026-11-20T10:00:00Z' }))
    expect(await dayOf(id, '2026-11-20')).toMatchObject({ message_unique_users: 2, message_count: 5 })
    expect(await dayOf(id, '2026-11-21')).toMatchObject({ message_unique_users: 1, message_count: 1 })
  })

  test('an event more than five minutes in the future counts as happening now', async () => {
    const { id } = await aGuild(it)
    it.at('2026-11-20T23:56:00.000Z')
    await record(anEvent({ guild_id: id, occurred_at: '2026-11-21T00:01:00Z' }))
    await record(anEvent({ guild_id: id, occurred_at: '2027-01-01T00:00:00Z' }))
    it.at(NOON)
    expect(await dayOf(id, '2026-11-20')).toMatchObject({ message_count: 1 })
    expect(await dayOf(id, '2026-11-21')).toMatchObject({ message_count: 1 })
  })

  test('a snapshot says how the guild stands now, and the member count of its day', async () => {
    const { id } = await aGuild(it)
    await record(anEvent({ guild_id: id }))
    it.at('2026-11-20T10:00:00.000Z')
    await recordSnapshot(it.ctx(runner()), aSnapshot(id, { member_count: 90 }))
    it.at(NOON)
    await recordSnapshot(it.ctx(runner(id)), aSnapshot(id, { member_count: 95 }))
    await recordSnapshot(it.ctx(runner(id)), aSnapshot(id, { member_count: 100, online_count: 40 }))
    const { guild_id: _, ...now } = aSnapshot(id, { member_count: 100, online_count: 40 })
    const { current, daily_stats } = await report(id)
    expect(current).toEqual({ ...now, recorded_at: NOON })
    expect(daily_stats.map((day) => day.member_count)).toEqual([null, 90, 100])
    expect(daily_stats.at(-1)).toMatchObject({ message_count: 1 })
    expect(await refusalOf(() => recordSnapshot(it.ctx(runner()), aSnapshot(aSnowflake())))).toMatchObject({
      status: 404,
    })
  })

  test('every type of event is stored and counted in the total', async () => {
    const { id } = await aGuild(it)
    const events = eventTypes.map((type) => anEvent({ guild_id: id, type, actor: null, channel: null }))
    expect(await record(...events)).toMatchObject({ recorded: eventTypes.length, duplicates: 0 })
    expect((await report(id)).totals.total_events).toBe(eventTypes.length)
  })
})

test('an event with an unknown type, field or time, or over 16 KiB of data, is refused', () => {
  const event = anEvent({ guild_id: aSnowflake() })
  expect(gatewayEvent.parse(event)).toEqual(event)
  const wrong = [{ type: 'PARTY' }, { extra: 1 }, { occurred_at: 'now' }, { guild_id: '1' }, { id: '' }]
  for (const part of [...wrong, { data: { text: 'x'.repeat(16_384) } }]) {
    expect(gatewayEvent.safeParse({ ...event, ...part }).success, JSON.stringify(part).slice(0, 50)).toBe(
      false,
    )
  }
})

test('a report cannot take the type or the id of an event of the service', () => {
  const event = anEvent({ guild_id: aSnowflake() })
  expect(reportedEvent.safeParse(event).success).toBe(true)
  const ids = ['schedule:a:2026-11-27T10:18:00.000Z', 'entry:a', 'manual:a'].map((id) => ({ id }))
  for (const part of [...ids, { type: 'ENTRY_PUBLISHED' }, { type: 'SCHEDULE' }])
    expect(reportedEvent.safeParse({ ...event, ...part }).success, JSON.stringify(part)).toBe(false)
})
