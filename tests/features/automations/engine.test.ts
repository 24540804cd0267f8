import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAutomation, toggleAutomation } from '#app/features/automations/automations.server.ts'
import { runSchedules } from '#app/features/automations/schedule.server.ts'
import { startScheduling } from '#app/features/automations/worker.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { anAutomation, memberJoinEvent, sendMessageAction } from '#tests/support/db/automations.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, anEvent, aPerson, keyOf, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { asRunner, later } from '#tests/support/db/leasing.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let guild: string
  beforeAll(
    async () => void (it = await openTestApp(engine, { DISCORD_APPLICATION_ID: '900000000000000001' })),
  )
  beforeEach(async () => {
    it.at(NOON)
    guild = (await aGuild(it)).id
  })
  afterAll(() => it.close())

  const record = (...events: Parameters<typeof recordEvents>[1]['events']) =>
    recordEvents(asRunner(it), { events })
  const runs = async (id: string) =>
    (
      await it.app.db.selectFrom('runs').selectAll().where('automation_id', '=', id).orderBy('id').execute()
    ).map(({ event_id }) => event_id)
  const read = (id: string) => readAutomation(it.ctx(), { guildId: guild, id })

  test('a batch with too many runs for one transaction is split, each event stored once', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        anAutomation(it, guild, [sendMessageAction()], { name: `Greeting ${nth}` }),
      ),
    )
    const events = Array.from({ length: 10 }, () => memberJoinEvent(guild))
    const begin = vi.spyOn(it.app.db, 'transaction')
    expect(await record(...events)).toMatchObject({ recorded: 10, duplicates: 0 })
    // Three events with 60 runs each fit into one transaction.
    expect(begin.mock.calls.length).toBeGreaterThanOrEqual(4)
    begin.mockRestore()
    for (const { id } of all) expect((await runs(id)).sort()).toEqual(events.map((event) => event.id).sort())
    expect(await record(...events)).toMatchObject({ recorded: 0, duplicates: 10 })
  })

  test('only enabled automations of the guild whose trigger and conditions match run', async () => {
    const other = (await aGuild(it)).id
    const human = { rules: [{ field: 'actor.is_bot', op: 'eq', value: false }] }
    const fits = await anAutomation(it, guild, [sendMessageAction()], { conditions: human })
    const others = [
      await anAutomation(it, guild, [sendMessageAction()], { name: 'Off', enabled: false }),
      await anAutomation(it, other, [sendMessageAction()], { name: 'Elsewhere' }),
      await anAutomation(it, guild, [sendMessageAction()], {
        name: 'Leaves',
        trigger: { events: ['MEMBER_LEAVE'] },
      }),
      await anAutomation(it, guild, [sendMessageAction()], {
        name: 'Bots',
        conditions: { rules: [{ field: 'actor.is_bot', op: 'eq', value: true }] },
      }),
    ]
    const event = memberJoinEvent(guild)
    await record(event)
    expect(await runs(fits.id)).toEqual([event.id])
    for (const { id } of others) expect(await runs(id)).toEqual([])
  })

  test('an event sets off once, however often it is reported', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction()])
    const event = memberJoinEvent(guild)
    await record(event, event)
    await Promise.all([record(event), record(event)])
    expect(await runs(id)).toEqual([event.id])
  })

  test('a change holds from the next event on', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction()])
    await record(memberJoinEvent(guild))
    await toggleAutomation(it.ctx(), { guildId: guild, id, version: 1, enabled: false })
    await record(memberJoinEvent(guild))
    await toggleAutomation(it.ctx(), { guildId: guild, id, version: 2, enabled: true })
    await record(memberJoinEvent(guild))
    expect(await runs(id)).toHaveLength(2)
  })

  test('a guild with automations off runs none, and excluded channels trigger none', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction()], {
      trigger: { events: ['MESSAGE_CREATE'] },
    })
    const set = (version: number, settings: object) =>
      saveSettings(it.ctx(), { guildId: guild, version, settings })
    await set(0, { excluded_channels: ['500000000000000000'] })
    await record(anEvent({ guild_id: guild, channel: { id: '500000000000000000', name: 'x' } }))
    expect(await runs(id)).toEqual([])
    await set(1, { modules: { automations: false } })
    await record(anEvent({ guild_id: guild }))
    expect(await runs(id)).toEqual([])
    await set(2, { modules: { automations: true } })
    await record(anEvent({ guild_id: guild }))
    expect(await runs(id)).toHaveLength(1)
  })

  test.each([
    ['user', 2],
    ['channel', 2],
    ['guild', 1],
    ['none', 4],
  ])('a cooldown for each %s lets %i of four run, and the next one when it is over', async (scope, first) => {
    const { id } = await anAutomation(it, guild, [sendMessageAction()], {
      trigger: { events: ['MESSAGE_CREATE'] },
      cooldown: { scope, seconds: 60 },
    })
    const said = (user: string, channel: string) =>
      anEvent({ guild_id: guild, actor: aPerson(user), channel: { id: channel, name: channel } })
    await record(said('1', 'a'), said('1', 'a'), said('2', 'b'))
    await record(said('2', 'b'))
    expect(await runs(id)).toHaveLength(first)
    it.at(later(60))
    await record(said('1', 'a'))
    expect(await runs(id)).toHaveLength(first + 1)
  })

  test('what the bot did itself sets nothing off', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction()], {
      trigger: { events: ['MESSAGE_CREATE'] },
    })
    const bot = { id: '900000000000000001', name: 'us', is_bot: true }
    const stranger = { id: '900000000000000002', name: 'them', is_bot: true }
    await record(anEvent({ guild_id: guild, actor: bot }))
    await record(anEvent({ guild_id: guild, actor: stranger, data: { self: true } }))
    expect(await runs(id)).toEqual([])
    await record(anEvent({ guild_id: guild, actor: stranger }))
    expect(await runs(id)).toHaveLength(1)
  })

  test('an automation that sets itself off stops for the rest of the minute, and says so', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction()])
    for (let index = 0; index < 15; index++) await record(memberJoinEvent(guild), memberJoinEvent(guild))
    await record(memberJoinEvent(guild, { actor: aPerson('101') }))
    expect(await runs(id)).toHaveLength(21)
    expect((await read(id)).last_error).toMatchObject({ code: 'too_fast', at: NOON })
    it.at(later(60))
    await record(memberJoinEvent(guild))
    expect(await runs(id)).toHaveLength(22)
  })

  test('runs are counted in the statistics of the day', async () => {
    await anAutomation(it, guild, [sendMessageAction()])
    await anAutomation(it, guild, [{ type: 'DELETE_MESSAGE', config: {} }], { name: 'Fails' })
    await record(memberJoinEvent(guild), memberJoinEvent(guild))
    const { totals } = await reportStats(it.ctx(keyOf(guild)), { days: 1 })
    expect(totals).toMatchObject({ automation_run_count: 4, automation_error_count: 2, total_events: 2 })
  })

  test('a schedule triggers once at its time, on any instance, and knows its next time', async () => {
    const schedule = { cron: '30 14 * * *', timezone: 'Europe/Paris' }
    const { id, next_run_at } = await anAutomation(it, guild, [sendMessageAction('Tea')], {
      trigger: { events: ['SCHEDULE'], schedule },
    })
    expect(next_run_at).toBe('2026-11-21T13:30:00.000Z')
    expect(await runSchedules(it.ctx())).toBe(next_run_at)
    expect(await runs(id)).toEqual([])
    it.at('2026-11-21T13:30:00.400Z')
    await Promise.all([runSchedules(it.ctx()), runSchedules(it.ctx())])
    expect(await runs(id)).toEqual([`schedule:${id}:${next_run_at}`])
    expect(await read(id)).toMatchObject({ next_run_at: '2026-11-22T13:30:00.000Z', run_count: 1 })
    await record(anEvent({ guild_id: guild, type: 'SCHEDULE', actor: null, channel: null }))
    expect(await runs(id)).toHaveLength(1)
  })

  test('the worker runs what is due, and deletes cooldowns that are over', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction('Tea')], {
      trigger: { events: ['SCHEDULE'], schedule: { cron: '30 14 * * *', timezone: 'UTC' } },
    })
    const cooldown = { automation_id: id, subject: guild, until: NOON }
    await it.app.db.insertInto('automation_cooldowns').values(cooldown).execute()
    it.at('2026-11-21T14:30:00.000Z')
    const stop = startScheduling(it.app)
    const cooldowns = () =>
      it.app.db.selectFrom('automation_cooldowns').selectAll().where('automation_id', '=', id).execute()
    await vi.waitFor(async () => expect(await cooldowns()).toEqual([]), 10_000)
    expect(await runs(id)).toEqual([`schedule:${id}:2026-11-21T14:30:00.000Z`])
    await stop()
  })

  test('a missed schedule runs once within an hour and is skipped after that', async () => {
    const schedule = { cron: '*/5 * * * *', timezone: 'UTC' }
    const often = await anAutomation(it, guild, [sendMessageAction('Tick')], {
      trigger: { events: ['SCHEDULE'], schedule },
    })
    it.at('2026-11-21T12:43:00.000Z')
    await runSchedules(it.ctx())
    expect(await runs(often.id)).toEqual([`schedule:${often.id}:2026-11-21T12:05:00.000Z`])
    expect((await read(often.id)).next_run_at).toBe('2026-11-21T12:45:00.000Z')
    const daily = await anAutomation(it, guild, [sendMessageAction('Tea')], {
      name: 'Tea',
      trigger: { events: ['SCHEDULE'], schedule: { cron: '0 13 * * *', timezone: 'UTC' } },
    })
    it.at('2026-11-21T15:01:00.000Z')
    await runSchedules(it.ctx())
    expect((await runs(often.id)).at(-1)).toBe(`schedule:${often.id}:2026-11-21T14:05:00.000Z`)
    expect(await runs(daily.id)).toEqual([])
    expect(await read(daily.id)).toMatchObject({
      last_error: { code: 'missed' },
      next_run_at: '2026-11-22T13:00:00.000Z',
    })
  })
})
