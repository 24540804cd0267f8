import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAutomation, toggleAutomation } from '#app/features/automations/automations.server.ts'
import { cancelJob, replayJob } from '#app/features/jobs/cancel-replay.server.ts'
import { extendLeases } from '#app/features/jobs/leases.server.ts'
import { recordResults } from '#app/features/jobs/results.server.ts'
import { anAutomation, sendMessageAction, guildOf } from '#tests/support/db/automations.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { asRunner, claimed, failure, heldBy, jobNow, later, reportOn } from '#tests/support/db/leasing.ts'

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

  test('a dead job that is tried again takes its run up where it was', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction(), role])
    await joined()
    const job = await report(forGood)
    await replayJob(it.ctx(), { guildId: guild, id: job.id })
    expect((await runsOf(id))[0]).toMatchObject({ outcome: 'running', error: null, finished_at: null })
    expect(await read(id)).toMatchObject({ run_count: 1, failure_count: 0 })
    const again = await report()
    expect(again).toMatchObject({ id: job.id, attempt: 2, max_attempts: 6, deadline_at: null })
    await report()
    const [run] = await runsOf(id)
    expect([run!.outcome, run!.steps.map(({ outcome }) => outcome)]).toEqual([
      'succeeded',
      ['succeeded', 'succeeded'],
    ])
    expect(await read(id)).toMatchObject({ run_count: 1, success_count: 1, failure_count: 0 })
    expect(await refusalOf(() => replayJob(it.ctx(), { guildId: guild, id: job.id }))).toMatchObject({
      status: 409,
    })
  })

  test('a step that failed and was passed over is repeated on its own', async () => {
    const { id } = await anAutomation(it, guild, [{ ...sendMessageAction(), on_error: 'continue' }, role])
    await joined()
    const job = await report(forGood)
    await report()
    await replayJob(it.ctx(), { guildId: guild, id: job.id })
    await report()
    const [run] = await runsOf(id)
    expect([run!.outcome, run!.steps.map(({ outcome }) => outcome)]).toEqual([
      'succeeded',
      ['succeeded', 'succeeded'],
    ])
    expect(await claimed(it)).toEqual([])
  })

  test('a job that waits is cancelled at once, one that a runner has when it says so', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction(), role])
    await joined()
    const [waiting] = await runsOf(id)
    await cancelJob(it.ctx(), { guildId: guild, id: waiting!.steps[0]!.job_id! })
    expect((await runsOf(id))[0]).toMatchObject({
      outcome: 'cancelled',
      steps: [{ outcome: 'cancelled' }, { outcome: 'skipped' }],
    })

    const heard: object[] = []
    const stop = it.app.signals.subscribe('cancel', (message) => void heard.push(message))
    await joined()
    const [job] = await claimed(it)
    await cancelJob(it.ctx(), { guildId: guild, id: job!.id })
    await expect.poll(() => heard).toEqual([{ session: job!.instance_id, job: job!.id }])
    stop()
    expect(await extendLeases(asRunner(it), [heldBy(job!)])).toMatchObject({ cancel: [job!.id] })
    await recordResults(asRunner(it), [reportOn(job!, failure({ code: 'cancelled' }))])
    expect(await jobNow(it, job!.id)).toMatchObject({ state: 'cancelled' })
    expect(await read(id)).toMatchObject({ run_count: 2, success_count: 0, failure_count: 0 })
    expect(await refusalOf(() => cancelJob(it.ctx(), { guildId: guild, id: job!.id }))).toMatchObject({
      status: 409,
    })
    expect(await refusalOf(() => cancelJob(it.ctx(), { guildId: 'other', id: job!.id }))).toMatchObject({
      status: 404,
    })
  })

  test('to switch an automation off, or to delete it, stops what has not begun', async () => {
    const { id } = await anAutomation(it, guild, [sendMessageAction(), { ...role, delay_seconds: 3600 }])
    await joined()
    await report()
    await toggleAutomation(it.ctx(), { guildId: guild, id, version: 1, enabled: false })
    expect((await runsOf(id))[0]).toMatchObject({
      outcome: 'cancelled',
      steps: [
        { outcome: 'succeeded' },
        { outcome: 'cancelled', error: { code: 'cancelled', message: 'The automation was disabled.' } },
      ],
    })
    const [, cancelled] = (await runsOf(id))[0]!.steps
    const retry = (job: string) => refusalOf(() => replayJob(it.ctx(), { guildId: guild, id: job }))
    expect(await retry(cancelled!.job_id!)).toMatchObject({ code: 'automation_disabled' })
    it.at(later(7200))
    expect(await claimed(it)).toEqual([])
    const other = await anAutomation(it, guild, [sendMessageAction()], { name: 'Other' })
    await joined()
    const [ofOther] = (await runsOf(other.id))[0]!.steps
    await deleteAutomation(it.ctx(), { guildId: guild, id: other.id, version: 1 })
    expect(await retry(ofOther!.job_id!)).toMatchObject({ code: 'conflict', status: 409 })
    expect(await claimed(it)).toEqual([])

    const third = await anAutomation(it, guild, [sendMessageAction(), role, role], { name: 'Third' })
    await joined()
    const [job] = await claimed(it)
    await toggleAutomation(it.ctx(), { guildId: guild, id: third.id, version: 1, enabled: false })
    await recordResults(asRunner(it), [reportOn(job!)])
    expect((await runsOf(third.id))[0]).toMatchObject({
      outcome: 'cancelled',
      steps: [{ outcome: 'succeeded' }, { outcome: 'cancelled' }, { outcome: 'cancelled' }],
    })
    expect(await claimed(it)).toEqual([])
  })
})
