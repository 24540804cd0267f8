import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureValue } from '#app/primitives/bounded-json.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { listEvents, readEvent } from '#app/features/events/log.server.ts'
import { eventsPage, eventsQuery, loggedEvent, type EventsQuery } from '#app/features/events/log.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  anonymous,
  aPerson,
  aSnowflake,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { tries } from '#tests/support/depth.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const list = (guildId: string, query: Partial<EventsQuery> = {}, actor = userWith('admin')) =>
    listEvents(it.ctx(actor), { guildId, limit: 50, ...query })
  const record = (events: GatewayEvent[]) => recordEvents(it.ctx(runner()), { events })
  const minute = (count: number) => new Date(Date.parse(NOON) - count * 60_000).toISOString()

  test('an event that an older version stored too deep is listed without its depths', async () => {
    const { id } = await aGuild(it)
    const event = anEvent({ guild_id: id })
    await record([event, anEvent({ guild_id: id })])
    for (const levels of [3_000, 20_000]) {
      const data = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      await it.app.db.updateTable('events').set({ data }).where('id', '=', event.id).execute()
      const page = await list(id)
      expect(page.events).toHaveLength(2)
      expect(measureValue(page).levels).toBeLessThanOrEqual(64)
      expect(
        measureValue(await readEvent(it.ctx(userWith('admin')), { guildId: id, id: event.id })).levels,
      ).toBe(61)
    }
  })

  test('an event is told as it was reported, with the time at which it came', async () => {
    const { id } = await aGuild(it)
    const event = anEvent({
      guild_id: id,
      id: 'a b/c?d=%&é',
      type: 'MEMBER_ROLE_ADD',
      target: { id: '7', kind: 'role', name: 'Helpers "& more' },
      data: { deep: [{ er: null }], text: '🙂' },
    })
    const bare = anEvent({ guild_id: id, actor: null, channel: null, occurred_at: minute(1) })
    await record([event, bare])
    const page = await list(id)
    const told = [event, bare].map((one) => ({ ...one, received_at: NOON }))
    expect(page).toEqual({ guild_id: id, events: told, next_before: null, limit: 50 })
    expect(eventsPage.parse(page)).toEqual(page)
    expect(await readEvent(it.ctx(userWith('admin')), { guildId: id, id: event.id })).toEqual(told[0])
  })

  test('pages of any size, narrowed or not, have every event once, the newest first', async () => {
    const types = ['MESSAGE_CREATE', 'MEMBER_JOIN', 'MEMBER_LEAVE'] as const
    const happening = fc.record({
      type: fc.constantFrom(...types),
      // So few minutes that many events are of the same one.
      occurred: fc.integer({ min: 0, max: 5 }).map(minute),
      who: fc.constantFrom('1', '2', null),
    })
    const wanted = fc.record({
      type: fc.option(fc.constantFrom(...types), { nil: undefined }),
      actor: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 7 }),
    })
    const query = fc.tuple(fc.array(happening, { maxLength: 25 }), wanted)
    await fc.assert(
      fc.asyncProperty(query, async ([list_, { type, actor, limit }]) => {
        const { id } = await aGuild(it)
        const events = list_.map(({ type, occurred, who }) =>
          anEvent({ guild_id: id, type, occurred_at: occurred, actor: who === null ? null : aPerson(who) }),
        )
        await record(events)
        const seen: string[] = []
        let before: string | undefined
        do {
          const page = await list(id, { type, actor, limit, before })
          expect(page.events.length).toBeLessThanOrEqual(limit)
          seen.push(...page.events.map((event) => event.id))
          before = page.next_before ?? undefined
        } while (before !== undefined)
        const expected = events
          .filter((event) => !type || event.type === type)
          .filter((event) => !actor || event.actor?.id === actor)
          .sort((a, b) => b.occurred_at.localeCompare(a.occurred_at) || (a.id < b.id ? 1 : -1))
        expect(seen).toEqual(expected.map((event) => event.id))
      }),
      tries(25),
    )
  })

  test('a page continues after an event outside the query, but not of another guild', async () => {
    const [{ id }, other] = [await aGuild(it), await aGuild(it)]
    const events = [0, 1, 2].map((at) => anEvent({ guild_id: id, occurred_at: minute(at) }))
    const join = anEvent({ guild_id: id, type: 'MEMBER_JOIN', occurred_at: minute(1.5) })
    const foreign = anEvent({ guild_id: other.id })
    await record([...events, join, foreign])
    const page = await list(id, { type: 'MESSAGE_CREATE', before: join.id })
    expect(page.events.map((event) => event.id)).toEqual([events[2]!.id])
    for (const before of [foreign.id, 'nothing']) {
      const refusal = await refusalOf(() => list(id, { before }))
      expect([refusal.status, refusal.issues?.[0]?.path]).toEqual([400, 'before'])
    }
  })

  test('administrators and the managers of a guild read its log, and nobody else', async () => {
    const { id } = await aGuild(it)
    await record([anEvent({ guild_id: id, id: 'e' })])
    const manager = { ...userWith('member'), guildIds: [id] } as ReturnType<typeof userWith>
    expect((await list(id, {}, manager)).events).toHaveLength(1)
    const status = async (call: () => unknown) => (await refusalOf(call)).status
    const other = aSnowflake()
    expect(await status(() => list(other, {}, manager))).toBe(403)
    expect(await status(() => list(other))).toBe(404)
    expect(await status(() => list(id, {}, userWith('editor')))).toBe(403)
    expect(await status(() => list(id, {}, anonymous))).toBe(401)
    const one = (guildId: string, key: string, actor = userWith('admin')) =>
      status(() => readEvent(it.ctx(actor), { guildId, id: key }))
    expect([await one(id, 'x'), await one(other, 'e'), await one(id, 'e', userWith('editor'))]).toEqual([
      404, 404, 403,
    ])
  })
})

test('a log query takes 1 to 100 events, known types and ids that are not empty', () => {
  expect(eventsQuery.parse({})).toEqual({ limit: 50 })
  expect(eventsQuery.parse({ limit: '100', type: 'MEMBER_JOIN' })).toEqual({
    limit: 100,
    type: 'MEMBER_JOIN',
  })
  for (const wrong of [
    { limit: '0' },
    { limit: '101' },
    { limit: '1.5' },
    { limit: '' },
    { type: 'PARTY' },
    { actor: '' },
    { before: '' },
    { before: 'x'.repeat(101) },
  ]) {
    expect(eventsQuery.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
  expect(Object.keys(loggedEvent.shape)).toContain('received_at')
})
