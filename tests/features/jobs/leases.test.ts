import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  acceptJobs,
  extendLeases,
  releaseJobs,
  resumeJobs,
  returnJobs,
} from '#app/features/jobs/leases.server.ts'
import { clampLeases, expireDeadlines, expireLeases } from '#app/features/jobs/expire-leases.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import {
  aJob,
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
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('jobs').execute()
  })
  afterAll(() => it.close())

  const { running, report, pause } = jobsOf(() => it)

  test('a job that is not accepted within ten seconds is released without an attempt', async () => {
    await aJob(it, (await aGuild(it)).id)
    const [job] = await claimed(it)
    it.at(later(10))
    expect(await expireLeases(it.ctx())).toBe(1)
    expect(await jobNow(it, job!.id)).toMatchObject({ state: 'queued', attempt: 0, returned: 1 })
    expect(await acceptJobs(asRunner(it), [heldBy(job!)])).toEqual([job!.id])
    expect(await attemptsOf(it, job!.id)).toMatchObject([
      { attempt: 1, outcome: 'returned', accepted_at: null },
    ])
    expect((await claimed(it))[0]).toMatchObject({ id: job!.id, attempt: 1 })
  })

  test('a job that is not taken on again and again is offered ever later', async () => {
    const job = await aJob(it, (await aGuild(it)).id)
    const waits: number[] = []
    let now = 0
    for (let round = 0; round < 4; round++) {
      const [given] = await claimed(it)
      await returnJobs(asRunner(it), [{ ...heldBy(given!), reason: { code: 'rejected', message: 'No.' } }])
      waits.push(await pause(job.id, now))
      it.at(later((now += waits.at(-1)!)))
    }
    expect(waits).toEqual([0, 1, 2, 4])
  })

  test('a runner that returns continues its jobs and drops those lost in the meantime', async () => {
    const [job, lost] = [await running(), await running()]
    it.at(later(30))
    await extendLeases(asRunner(it), [heldBy(job)])
    it.at(later(61))
    await expireLeases(it.ctx())
    const back = { session: 'new', leases: [heldBy(job), heldBy(lost)] }
    expect(await resumeJobs(asRunner(it), back)).toEqual({ keep: [job.id], drop: [lost.id] })
    expect(await jobNow(it, job.id)).toMatchObject({
      instance_id: 'new',
      attempt: 1,
      lease_expires_at: later(121),
    })
    expect(await resumeJobs(asRunner(it, null, 'bbbbbbbb'), back)).toEqual({
      keep: [],
      drop: [job.id, lost.id],
    })
    expect(await report(reportOn(job))).toEqual(['recorded'])
  })

  test('a job that a reconnecting runner has taken on is not offered to another', async () => {
    await aJob(it, (await aGuild(it)).id)
    const [job] = await claimed(it)
    await resumeJobs(asRunner(it), { session: 'new', leases: [heldBy(job!)] })
    it.at(later(10))
    expect(await expireLeases(it.ctx())).toBe(0)
    expect(await jobNow(it, job!.id)).toMatchObject({ state: 'running', attempt: 1, accept_by: null })
  })

  test('a runner that leaves gives everything back at once', async () => {
    const taker = leaseOptions()
    const [job, other] = [await running({}, taker), await running({}, taker)]
    await releaseJobs(asRunner(it), { session: taker.id })
    for (const { id } of [job, other]) {
      expect(await jobNow(it, id)).toMatchObject({ state: 'queued', attempt: 0, run_at: NOON })
    }
    expect(await report(reportOn(job))).toEqual(['stale'])
    expect(await claimed(it)).toHaveLength(2)
  })

  test('a job that cannot start or be retried before its deadline fails', async () => {
    const tried = await running({ deadlineAt: new Date(later(3)) })
    const waits = await aJob(it, (await aGuild(it)).id, { deadlineAt: new Date(later(3)) })
    await report(reportOn(tried, failure()))
    it.at(later(3))
    expect(await expireDeadlines(it.ctx())).toBe(1)
    const errors = await Promise.all(
      [waits, tried].map(async ({ id }) => {
        const { state, error } = await jobNow(it, id)
        return [state, (JSON.parse(error!) as { code: string }).code]
      }),
    )
    expect(errors).toEqual([
      ['failed', 'deadline_exceeded'],
      ['failed', 'down'],
    ])
  })

  test('a heartbeat tells to stop what is too late', async () => {
    const job = await running({ deadlineAt: new Date(later(20)) })
    it.at(later(20))
    expect(await extendLeases(asRunner(it), [heldBy(job)])).toMatchObject({
      extended: [job.id],
      cancel: [job.id],
    })
  })

  test('after a start only leases from before it are waited for', async () => {
    const old = await running()
    it.at(later(5))
    const fresh = await aJob(it, (await aGuild(it)).id)
    await claimed(it)
    it.at(later(61))
    const since = new Date(later(1))
    expect(await expireLeases(it.ctx(), { since })).toBe(1)
    expect([(await jobNow(it, old.id)).state, (await jobNow(it, fresh.id)).state]).toEqual([
      'running',
      'queued',
    ])
    expect(await expireLeases(it.ctx())).toBe(1)
  })

  test('a clock that is put back does not make leases last', async () => {
    const job = await running()
    it.at(later(-3_600))
    await clampLeases(it.ctx())
    expect(await jobNow(it, job.id)).toMatchObject({ lease_expires_at: later(-3_540), accept_by: null })
    await clampLeases(it.ctx())
    it.at(later(-3_540))
    expect(await expireLeases(it.ctx())).toBe(1)
  })
})
