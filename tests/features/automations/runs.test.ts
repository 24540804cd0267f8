import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toggleAutomation } from '#app/features/automations/automations.server.ts'
import { anAutomation, sendMessageAction, guildOf } from '#tests/support/db/automations.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { claimed, failure, later } from '#tests/support/db/leasing.ts'

const role = { type: 'ADD_ROLE', config: { role_id: '600000000000000001' } }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let guild: string
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('jobs').execute()
    guild = (await aGuild(it)).id
  })
  afterAll(() => it.close())

  const { joined, report, runsOf, read } = guildOf(
    () => it,
    () => guild,
  )
  const forGood = failure({ retryable: false, code: 'forbidden', message: 'It may not.' })

  test('an event becomes a run with its actions as consecutive jobs and recorded steps', async () => {
    const { id } = await anAutomation(it, guild, [
      sendMessageAction('Hi {user.name}'),
      { ...role, delay_seconds: 30 },
    ])
    await joined()
    expect(await runsOf(id)).toMatchObject([
      {
        automation_id: id,
        outcome: 'running',
        event: { type: 'MEMBER_JOIN' },
        steps: [
          { id: 'a0', outcome: 'running', input: { content: 'Hi person 100' }, started_at: NOON },
          {
            id: 'a1',
            outcome: 'waiting',
            input: { role_id: '600000000000000001', user_id: '100' },
            job_id: null,
          },
        ],
        started_at: NOON,
        finished_at: null,
      },
    ])
    it.at(later(2))
    const first = await report({ output: { message_id: '7' } })
    expect(first).toMatchObject({ type: 'SEND_MESSAGE', deadline_at: later(86_400) })
    expect(JSON.parse(first.payload)).toMatchObject({
      guild_id: guild,
      config: { channel_id: '300000000000000006', content: 'Hi person 100' },
      source: { kind: 'automation', id, name: 'Greet', step: 0 },
      event: { type: 'MEMBER_JOIN', actor: { id: '100' } },
    })
    expect(await claimed(it)).toEqual([])
    it.at(later(32))
    await report()
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ outcome: 'succeeded', error: null, finished_at: later(32) })
    expect(run!.steps).toMatchObject([
      {
        outcome: 'succeeded',
        output: { message_id: '7' },
        attempts: 1,
        finished_at: later(2),
        job_id: first.id,
      },
      { outcome: 'succeeded', delay_seconds: 30, started_at: later(2), finished_at: later(32) },
    ])
    expect(await read(id)).toMatchObject({
      run_count: 1,
      success_count: 1,
      failure_count: 0,
      last_triggered_at: NOON,
      last_outcome: 'succeeded',
      status: 'active',
    })
  })

  test('a step that fails ends the run, unless its author wants it to go on', async () => {
    const stops = await anAutomation(it, guild, [sendMessageAction(), role])
    await joined()
    await report(forGood)
    expect(await runsOf(stops.id)).toMatchObject([
      {
        outcome: 'failed',
        error: { code: 'forbidden', message: 'It may not.', at: NOON },
        finished_at: NOON,
      },
    ])
    expect((await runsOf(stops.id))[0]!.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped'])
    await toggleAutomation(it.ctx(), { guildId: guild, id: stops.id, version: 1, enabled: false })

    const goesOn = await anAutomation(it, guild, [{ ...sendMessageAction(), on_error: 'continue' }, role])
    await joined({ actor: { id: '101', name: 'Bo', is_bot: false } })
    await report(forGood)
    await report()
    const [run] = await runsOf(goesOn.id)
    expect(run).toMatchObject({ outcome: 'failed', error: { code: 'forbidden' } })
    expect(run!.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'succeeded'])
    expect(await read(goesOn.id)).toMatchObject({
      failure_count: 1,
      status: 'error',
      last_error: { code: 'forbidden' },
    })
  })

  test('what an action lacks makes its step fail without a runner', async () => {
    const reacts = { type: 'ADD_REACTION', config: { emoji: '👍' }, on_error: 'continue' }
    const { id } = await anAutomation(it, guild, [reacts, sendMessageAction()])
    await joined()
    const [run] = await runsOf(id)
    expect(run!.steps).toMatchObject([
      {
        outcome: 'failed',
        error: { code: 'not_possible', message: expect.stringMatching(/no channel/i) },
        job_id: null,
      },
      { outcome: 'running' },
    ])
    const none = await anAutomation(it, guild, [reacts], { name: 'None' })
    await joined()
    expect(await runsOf(none.id)).toMatchObject([{ outcome: 'failed', finished_at: NOON }])
    expect(await read(none.id)).toMatchObject({ run_count: 1, failure_count: 1 })
  })

  test('a reaction without a message goes to the message that an earlier action sent', async () => {
    const reacts = { type: 'ADD_REACTION', config: { emoji: '👋' } }
    const { id } = await anAutomation(it, guild, [
      sendMessageAction('Hi'),
      { ...sendMessageAction(), config: { channel_id: '300000000000000007', content: 'Also here' } },
      { ...reacts, config: { emoji: '👋', channel_id: '300000000000000006' } },
      reacts,
    ])
    await joined()
    await report({ output: { message_id: '700000000000000001' } })
    await report({ output: { message_id: '700000000000000002' } })
    const [first, second] = [await report(), await report()].map(({ payload }) => JSON.parse(payload).config)
    expect(first).toEqual({
      emoji: '👋',
      channel_id: '300000000000000006',
      message_id: '700000000000000001',
    })
    expect(second).toEqual({
      emoji: '👋',
      channel_id: '300000000000000007',
      message_id: '700000000000000002',
    })
    expect(await runsOf(id)).toMatchObject([{ outcome: 'succeeded' }])
  })

  test.each([
    ['failed', forGood, 'The message of the earlier action was not sent.'],
    ['has no id', { output: {} }, 'The runner did not report the id of the sent message.'],
    [
      'has a path as its id',
      { output: { message_id: '1/../2' } },
      'The runner did not report the id of the sent message.',
    ],
  ])('a reaction fails when the message before it %s', async (_, result, message) => {
    const { id } = await anAutomation(it, guild, [
      { ...sendMessageAction(), on_error: 'continue' },
      { type: 'ADD_REACTION', config: { emoji: '👋' } },
    ])
    await joined()
    await report(result)
    const [run] = await runsOf(id)
    expect(run!.steps[1]).toMatchObject({
      outcome: 'failed',
      error: { code: 'not_possible', message },
      job_id: null,
    })
    expect(await claimed(it)).toEqual([])
  })
})
