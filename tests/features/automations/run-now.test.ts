import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAutomation, toggleAutomation } from '#app/features/automations/automations.server.ts'
import { defaultRun } from '#app/features/automations/runs/run-event.server.ts'
import { runAutomation } from '#app/features/automations/runs/run-now.server.ts'
import { MAX_RUNS_PER_MINUTE } from '#app/features/automations/throttle.server.ts'
import { listAudit } from '#app/features/audit/audit.server.ts'
import { auditQuery } from '#app/features/audit/schema.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { anAutomation, guildOf, memberJoinEvent, sendMessageAction } from '#tests/support/db/automations.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let guildId: string
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    guildId = (await aGuild(it)).id
  })
  afterAll(() => it.close())
  const { joined, report, runsOf } = guildOf(
    () => it,
    () => guildId,
  )
  const run = (id: string, choice: object = {}) => runAutomation(it.ctx(), { guildId, id, ...choice })
  const refused = (id: string, choice: object = {}) => refusalOf(() => run(id, choice))

  test('a run has the latest recorded event, is queued, counted and audited', async () => {
    await joined()
    const { id, name } = await anAutomation(it, guildId, [sendMessageAction('Hi {user.name}')])
    const started = await run(id)
    expect(started).toMatchObject({ outcome: 'running', event: { type: 'MEMBER_JOIN' } })
    expect(await report()).toMatchObject({ type: 'SEND_MESSAGE' })
    expect(await runsOf(id)).toMatchObject([{ id: started.id, outcome: 'succeeded' }])
    const { run_count, success_count } = await readAutomation(it.ctx(), { guildId, id })
    expect([run_count, success_count]).toEqual([1, 1])
    const { entries } = await listAudit(it.ctx(), auditQuery.parse({ action: 'automation.run', limit: '1' }))
    expect(entries).toMatchObject([
      {
        target: { kind: 'automation', id, name },
        details: { guild_id: guildId, run_id: started.id, event: 'MEMBER_JOIN' },
      },
    ])
  })

  test('the event that a run uses by default is known before the run', async () => {
    const conditions = { rules: [{ field: 'actor.name', op: 'eq', value: 'Ada' }] }
    const { id } = await anAutomation(it, guildId, [sendMessageAction()], { conditions })
    const types = ['MEMBER_JOIN'] as const
    const asked = { guildId, id, types, enabled: true }
    const next = (ctx = it.ctx()) => defaultRun(ctx, asked)
    expect(await next()).toEqual({
      event: null,
      obstacle:
        'No event that triggers this automation has been recorded yet. Wait for one, or run a custom event.',
      isOfEvent: true,
    })
    await joined({ actor: { id: '200000000000000076', name: 'Cleo', is_bot: false } })
    expect(await next()).toEqual({
      event: null,
      obstacle: 'The automation would not run now. The conditions do not match this event.',
      isOfEvent: true,
    })
    const actor = { id: '200000000000000077', name: 'Ada', is_bot: false }
    const ada = memberJoinEvent(guildId, { actor })
    await joined(ada)
    it.at('2026-11-21T12:05:00.000Z')
    await joined({ actor: { ...actor, name: 'Bela' } })
    expect(await next()).toMatchObject({ event: { id: ada.id, actor }, obstacle: null })
    expect((await run(id)).event).toMatchObject({ actor })
    expect(await next(it.ctx(userWith('member')))).toMatchObject({ event: null, isOfEvent: false })
    expect(await defaultRun(it.ctx(), { ...asked, enabled: false })).toMatchObject({
      event: null,
      obstacle: 'This automation is disabled. Enable and save it first.',
    })
  })

  test('what prevents a run is named: the settings, a channel or a schedule', async () => {
    const prevents = async (over: object, type: 'MESSAGE_CREATE' | 'SCHEDULE' = 'MESSAGE_CREATE') => {
      const { id } = await anAutomation(it, guildId, [sendMessageAction()], over)
      return () => defaultRun(it.ctx(), { guildId, id, types: [type], enabled: true })
    }
    const save = (version: number, settings: object) =>
      saveSettings(it.ctx(), { guildId, version, settings } as never)
    const channel = { id: '500000000000000001', name: 'general' }
    const written = await prevents({ trigger: { events: ['MESSAGE_CREATE'] } })
    await joined({ type: 'MESSAGE_CREATE', channel } as never)
    expect(await written()).toMatchObject({ event: { channel }, obstacle: null })
    await save(0, { excluded_channels: [channel.id] })
    expect(await written()).toEqual({
      event: null,
      obstacle: 'The automation would not run now. The settings exclude events in this channel.',
      isOfEvent: true,
    })
    const schedule = { events: ['SCHEDULE'], schedule: { cron: '0 9 * * *', timezone: 'UTC' } }
    const conditions = { rules: [{ field: 'actor.name', op: 'eq', value: 'Ada' }] }
    expect(await (await prevents({ trigger: schedule, conditions }, 'SCHEDULE'))()).toMatchObject({
      obstacle: 'The automation would not run now. The conditions do not match this event.',
    })
    await save(1, { modules: { automations: false } })
    expect(await written()).toEqual({
      event: null,
      obstacle:
        'Automations are disabled in the settings of this server. Enable the “Automations” module first.',
      isOfEvent: false,
    })
  })

  test('a recorded event runs again, and a given event fills in the message', async () => {
    const { id } = await anAutomation(it, guildId, [sendMessageAction('Hi {user.name}')])
    const event = memberJoinEvent(guildId)
    await joined(event)
    await run(id, { event_id: event.id })
    const actor = { id: '200000000000000077', name: 'Bela', is_bot: false }
    const given = { id: 'test', type: 'MEMBER_JOIN', actor, target: null, channel: null, data: {} }
    const { steps } = await run(id, { event: given })
    expect(steps).toMatchObject([{ input: { content: 'Hi Bela' } }])
    expect(await runsOf(id)).toHaveLength(3)
  })

  test('a disabled automation does not run, nor one that the settings disable', async () => {
    const { id, version } = await anAutomation(it, guildId, [sendMessageAction()])
    await saveSettings(it.ctx(), {
      guildId,
      version: 0,
      settings: { modules: { automations: false } },
    } as never)
    expect(await refused(id)).toMatchObject({ status: 409, code: 'automation_disabled' })
    await toggleAutomation(it.ctx(), { guildId, id, version, enabled: false })
    expect((await refused(id)).message).toContain('This automation is disabled.')
    expect(await runsOf(id)).toEqual([])
  })

  test('without the bot in the server, nothing runs', async () => {
    const { id } = await anAutomation(it, guildId, [sendMessageAction()])
    await it.app.db.updateTable('guilds').set({ state: 'left' }).where('id', '=', guildId).execute()
    expect(await refused(id)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('conditions and cooldowns apply, with the reason in the refusal', async () => {
    const over = {
      conditions: { rules: [{ field: 'actor.is_bot', op: 'eq', value: false }] },
      cooldown: { scope: 'guild', seconds: 60 },
    }
    await joined()
    const { id } = await anAutomation(it, guildId, [sendMessageAction()], over)
    const bot = { id: '200000000000000078', name: 'Robot', is_bot: true }
    const event = { id: 'test', type: 'MEMBER_JOIN', actor: bot, target: null, channel: null, data: {} }
    expect((await refused(id, { event })).message).toContain('The conditions do not match this event.')
    await run(id)
    expect(await refused(id)).toMatchObject({
      code: 'conflict',
      message:
        'The automation did not run. It is on cooldown in this server until 21 Nov 2026, 12:01:00 UTC. Try again after that.',
    })
    const next = (id: string) =>
      defaultRun(it.ctx(), { guildId, id, types: ['MEMBER_JOIN'] as const, enabled: true })
    expect(await next(id)).toEqual({
      event: null,
      obstacle:
        'The automation would not run now. It is on cooldown in this server until 21 Nov 2026, 12:01:00 UTC. Reload this page after that.',
      isOfEvent: false,
    })
    const forEach = await anAutomation(it, guildId, [sendMessageAction()], {
      cooldown: { scope: 'user', seconds: 60 },
    })
    await run(forEach.id)
    expect(await next(forEach.id)).toMatchObject({ event: null, isOfEvent: true })
    expect((await refused(forEach.id)).message).toContain(
      'It is on cooldown for the user of this event until 21 Nov 2026',
    )
    expect(await runsOf(id)).toHaveLength(1)
    it.at('2026-11-21T12:01:00.000Z')
    expect(await next(id)).toMatchObject({ obstacle: null })
    await run(id)
  })

  test('a run in which no action succeeds does not keep its cooldown', async () => {
    const over = { cooldown: { scope: 'user', seconds: 60 } }
    const failed = {
      status: 'failed',
      error: { code: 'forbidden', message: 'No.', retryable: false },
    } as const
    // Jobs of earlier tests would be claimed first.
    await it.app.db.deleteFrom('jobs').execute()
    await joined()
    const some = [{ ...sendMessageAction(), on_error: 'continue' }, sendMessageAction()]
    const { id } = await anAutomation(it, guildId, some, over)
    await run(id)
    await report(failed)
    expect((await refused(id)).message).toContain('It is on cooldown')
    await report(failed)
    await run(id)
    await report(failed)
    await report()
    expect((await refused(id)).message).toContain('It is on cooldown')
    // The failure of an event from Discord keeps the cooldown.
    it.at('2026-11-21T12:01:00.000Z')
    await joined()
    await report(failed)
    await report(failed)
    expect((await refused(id)).message).toContain('It is on cooldown')
  })

  test('a run above the rate limit is refused with that reason, not the cooldown', async () => {
    await joined()
    const { id } = await anAutomation(it, guildId, [sendMessageAction()], {
      cooldown: { scope: 'guild', seconds: 1 },
    })
    for (let ran = 0; ran < MAX_RUNS_PER_MINUTE; ran++) {
      it.at(`2026-11-21T12:00:${String(ran * 2).padStart(2, '0')}.000Z`)
      await run(id)
    }
    it.at('2026-11-21T12:00:50.000Z')
    expect((await refused(id)).message).toBe(
      'The automation did not run. It reached the limit of 20 runs per minute for events of this person. Try again in the next minute.',
    )
  })

  test('without a recorded event, no invented member is used, but a schedule runs', async () => {
    const { id } = await anAutomation(it, guildId, [sendMessageAction()])
    expect((await refused(id)).message).toBe(
      'No event that triggers this automation has been recorded yet. Wait for one, or run a custom event.',
    )
    const trigger = { events: ['SCHEDULE'], schedule: { cron: '0 9 * * *', timezone: 'UTC' } }
    const scheduled = await anAutomation(it, guildId, [sendMessageAction('Hello')], { trigger })
    expect(await run(scheduled.id)).toMatchObject({ event: { type: 'SCHEDULE', actor: null } })
  })

  test('a successful run clears the last error', async () => {
    const { id } = await anAutomation(it, guildId, [sendMessageAction()])
    // Jobs of earlier tests would be claimed first.
    await it.app.db.deleteFrom('jobs').execute()
    await joined()
    await report({ status: 'failed', error: { code: 'forbidden', message: 'No.', retryable: false } })
    expect((await readAutomation(it.ctx(), { guildId, id })).last_error).toMatchObject({ code: 'forbidden' })
    await run(id)
    await report()
    expect((await readAutomation(it.ctx(), { guildId, id })).last_error).toBeNull()
  })

  test('members without write access and unknown automations are refused', async () => {
    const { id } = await anAutomation(it, guildId, [sendMessageAction()])
    const member = it.ctx(userWith('member'))
    expect((await refusalOf(() => runAutomation(member, { guildId, id }))).code).toBe('forbidden')
    expect((await refused('nothing')).code).toBe('not_found')
  })
})
