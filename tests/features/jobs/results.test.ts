import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { extendLeases } from '#app/features/jobs/leases.server.ts'
import { expireLeases } from '#app/features/jobs/expire-leases.server.ts'
import { reportIntegrations } from '#app/features/integrations/integrations.server.ts'
import type { Integration } from '#app/features/integrations/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import { keyOf, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import {
  asRunner,
  leaseOptions,
  attemptsOf,
  claimed,
  failure,
  heldBy,
  jobNow,
  later,
  reportOn,
  jobsOf,
} from '#tests/support/db/leasing.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine, { DISCORD_PUBLIC_KEY: 'ab'.repeat(32) })))
  beforeEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('jobs').execute()
  })
  afterAll(() => it.close())

  const { running, report, pause } = jobsOf(() => it)

  test('a result is recorded once, a repeat is a duplicate and an unknown job is unknown', async () => {
    const job = await running()
    expect(await jobNow(it, job.id)).toMatchObject({ state: 'running', accepted_at: NOON, accept_by: null })
    it.at(later(3))
    const done = reportOn(job, { output: { message_id: '7' } })
    expect(await report(done, done)).toEqual(['recorded', 'duplicate'])
    expect(await report(done, { ...done, job_id: 'nobody' })).toEqual(['duplicate', 'unknown'])
    expect(await jobNow(it, job.id)).toMatchObject({
      state: 'succeeded',
      result: '{"message_id":"7"}',
      error: null,
      finished_at: later(3),
      lease_expires_at: null,
      instance_id: null,
    })
    expect(await attemptsOf(it, job.id)).toMatchObject([
      {
        attempt: 1,
        outcome: 'succeeded',
        leased_at: NOON,
        accepted_at: NOON,
        ended_at: later(3),
        runner_id: 'aaaaaaaa',
      },
    ])
  })

  test('of two who report one attempt at once, one is recorded', async () => {
    const job = await running()
    const outcomes = await Promise.all([report(reportOn(job)), report(reportOn(job, failure()))])
    expect(outcomes.flat().sort()).toEqual(['duplicate', 'recorded'])
    expect(await attemptsOf(it, job.id)).toHaveLength(1)
  })

  test('what can be tried again is, later and later; after five attempts the job is dead', async () => {
    const job = await running()
    const taker = leaseOptions()
    let now = 0
    for (const [index, seconds] of [5, 10, 20, 40].entries()) {
      const [next] = index ? await claimed(it, taker) : [job]
      expect(await report(reportOn(next!, failure()))).toEqual(['recorded'])
      const waits = await pause(job.id, now)
      expect(waits).toBeGreaterThanOrEqual(seconds * 0.8)
      expect(waits).toBeLessThanOrEqual(seconds * 1.2)
      it.at(later(now + waits - 0.01))
      expect(await claimed(it, taker)).toEqual([])
      it.at(later((now += waits)))
    }
    const [last] = await claimed(it, taker)
    expect(last!.attempt).toBe(5)
    await report(reportOn(last!, failure()))
    expect(await jobNow(it, job.id)).toMatchObject({ state: 'dead', attempt: 5 })
    expect((await attemptsOf(it, job.id)).map(({ attempt, outcome }) => [attempt, outcome])).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => [attempt, 'failed']),
    )
  })

  test('while Discord is down for an hour, a job waits and then succeeds', async () => {
    const job = await running()
    const guildId = job.guild_id
    const discord = async () =>
      (await reportIntegrations(it.ctx(keyOf(guildId)), { slug: 'discord' })) as Integration
    const down = failure({ code: 'unavailable', message: 'Discord responded with status 503.' })
    let [now, next] = [0, job]
    while (now < 3_600) {
      await report(reportOn(next, down))
      expect(await discord()).toMatchObject({ status: 'degraded', last_error: { code: 'discord_down' } })
      const waits = await pause(job.id, now)
      expect(waits).toBeLessThanOrEqual(360)
      it.at(later((now += waits)))
      next = (await claimed(it))[0]!
      expect(next).toMatchObject({ id: job.id, attempt: 1 })
    }
    expect((await attemptsOf(it, job.id)).length).toBeLessThan(30)
    expect(await report(reportOn(next))).toEqual(['recorded'])
    expect(await jobNow(it, job.id)).toMatchObject({ state: 'succeeded', attempt: 1 })
    expect(await discord()).toMatchObject({ status: 'unknown', last_error: null })
  })

  test('after six hours, an outage counts like other failures', async () => {
    let next = await running()
    it.at(later(6 * 3_600))
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await report(reportOn(next, failure({ code: 'unavailable' })))
      it.at((await jobNow(it, next.id)).run_at)
      next = (await claimed(it))[0]!
    }
    await report(reportOn(next, failure({ code: 'unavailable' })))
    expect(await jobNow(it, next.id)).toMatchObject({ state: 'dead', attempt: 5 })
  })

  test('what cannot be tried again has failed, with its reason', async () => {
    const job = await running()
    await report(reportOn(job, failure({ retryable: false, code: 'forbidden', message: 'It may not.' })))
    const { state, error } = await jobNow(it, job.id)
    expect([state, JSON.parse(error!)]).toEqual([
      'failed',
      { code: 'forbidden', message: 'It may not.', at: NOON },
    ])
  })

  test('an answer that is too long is kept as the fact that it was', async () => {
    const job = await running()
    await report(reportOn(job, { output: { body: 'x'.repeat(20_000) } }))
    expect(JSON.parse((await jobNow(it, job.id)).result!)).toEqual({ truncated: true, length: 20_011 })
  })

  test('an expired lease ends its attempt as lost, and a later report is stale', async () => {
    const job = await running()
    it.at(later(59))
    expect(await expireLeases(it.ctx())).toBe(0)
    it.at(later(60))
    expect(await expireLeases(it.ctx())).toBe(1)
    expect(await jobNow(it, job.id)).toMatchObject({ state: 'queued', attempt: 1, lease_token: null })
    it.at(later(90))
    const [again] = await claimed(it)
    expect(await report(reportOn(job, { output: 'late' }))).toEqual(['stale'])
    expect(await extendLeases(asRunner(it), [heldBy(job)])).toEqual({
      extended: [],
      lost: [job.id],
      cancel: [],
    })
    expect(await report(reportOn(again!))).toEqual(['recorded'])
    const [lost, won] = await attemptsOf(it, job.id)
    expect(lost).toMatchObject({ attempt: 1, outcome: 'lost' })
    expect(JSON.parse(lost!.late!)).toEqual({ at: later(90), status: 'succeeded', output: 'late' })
    expect(won).toMatchObject({ attempt: 2, outcome: 'succeeded', late: null })
  })

  test('a heartbeat makes leases last; without it they end', async () => {
    const [job, other] = [await running(), await running()]
    it.at(later(50))
    expect(await extendLeases(asRunner(it), [heldBy(job)])).toEqual({
      extended: [job.id],
      lost: [],
      cancel: [],
    })
    it.at(later(100))
    expect(await expireLeases(it.ctx())).toBe(1)
    expect([(await jobNow(it, job.id)).state, (await jobNow(it, other.id)).state]).toEqual([
      'running',
      'queued',
    ])
  })
})
