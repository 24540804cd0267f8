import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptJobs, extendLeases, releaseJobs, resumeJobs } from '#app/features/jobs/leases.server.ts'
import { recordResults } from '#app/features/jobs/results.server.ts'
import { expireLeases } from '#app/features/jobs/expire-leases.server.ts'
import type { RunnerFrame } from '#app/features/runners/schema.ts'
import { handleFrames } from '#app/http/runner/handlers.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, anEvent, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import {
  asRunner,
  leaseOptions,
  attemptsOf,
  claimed,
  heldBy,
  jobNow,
  jobsOf,
  later,
  reportOn,
} from '#tests/support/db/leasing.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let elsewhere: string
  beforeAll(async () => {
    it = await openTestApp(engine)
    elsewhere = (await aGuild(it)).id
  })
  beforeEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('jobs').execute()
  })
  afterAll(() => it.close())

  const { running } = jobsOf(() => it)
  const strangers = {
    'a runner of another guild': () => asRunner(it, elsewhere, 'bbbbbbbb'),
    'the same runner once it is bound to another guild': () => asRunner(it, elsewhere),
    'another runner of all guilds': () => asRunner(it, null, 'bbbbbbbb'),
  }

  describe.each(Object.entries(strangers))('%s', (_, stranger) => {
    test('can neither accept, extend, resume, release nor report a lease it knows', async () => {
      const taker = leaseOptions()
      const job = await running({}, taker)
      const before = await jobNow(it, job.id)
      it.at(later(1))
      expect(await acceptJobs(stranger(), [heldBy(job)])).toEqual([job.id])
      expect(await extendLeases(stranger(), [heldBy(job)])).toEqual({
        extended: [],
        lost: [job.id],
        cancel: [],
      })
      expect(await resumeJobs(stranger(), { session: 'theirs', leases: [heldBy(job)] })).toEqual({
        keep: [],
        drop: [job.id],
      })
      await releaseJobs(stranger(), { session: taker.id })
      expect(await recordResults(stranger(), [reportOn(job)])).toEqual(['unknown'])
      expect(await jobNow(it, job.id)).toEqual(before)
    })

    test('hears unknown to every frame about a lease it knows, and changes nothing', async () => {
      const job = await running()
      const before = await jobNow(it, job.id)
      it.at(later(1))
      const lease = heldBy(job)
      const { attempt } = job
      const unknown = { op: 'ack', d: { job_id: job.id, outcome: 'unknown' } }
      const said: [RunnerFrame, object[]][] = [
        [{ op: 'accept', d: lease }, [{ op: 'cancel', d: { job_id: job.id, reason: 'lost' } }]],
        [{ op: 'reject', d: { ...lease, reason: 'No.' } }, [unknown]],
        [{ op: 'result', d: { ...lease, attempt, status: 'succeeded' } }, [unknown]],
        [
          { op: 'heartbeat', d: { seq: 7, leases: [[job.id, lease.lease_token]] } },
          [{ op: 'heartbeat_ack', d: { seq: 7, extended: [], lost: [job.id], cancel: [] } }],
        ],
        [{ op: 'progress', d: { job_id: job.id } }, []],
        [{ op: 'log', d: { message: job.id } }, []],
      ]
      for (const [frame, answers] of said)
        expect(await handleFrames(stranger(), 'theirs', [frame]), frame.op).toEqual(answers)
      expect(await jobNow(it, job.id)).toEqual(before)
    })

    test('leaves no trace in the history of an attempt that has ended', async () => {
      const job = await running()
      it.at(later(61))
      await expireLeases(it.ctx())
      expect(await recordResults(stranger(), [reportOn(job)])).toEqual(['unknown'])
      expect(await attemptsOf(it, job.id)).toMatchObject([{ outcome: 'lost', late: null }])
      expect(await recordResults(asRunner(it), [reportOn(job)])).toEqual(['stale'])
      expect((await attemptsOf(it, job.id))[0]!.late).not.toBeNull()
    })
  })

  test('a runner that rejects a lease which has ended hears that it is stale', async () => {
    const job = await running()
    it.at(later(61))
    await expireLeases(it.ctx())
    const frame: RunnerFrame = { op: 'reject', d: { ...heldBy(job), reason: 'No.' } }
    expect(await handleFrames(asRunner(it), 's', [frame])).toEqual([
      { op: 'ack', d: { job_id: job.id, outcome: 'stale' } },
    ])
  })

  test('a lease token of one job proves nothing about another', async () => {
    const [one, other] = [await running(), await running()]
    const mixed = { ...reportOn(other), lease_token: one.lease_token! }
    expect(await recordResults(asRunner(it), [reportOn(one), mixed])).toEqual(['recorded', 'stale'])
    expect(await recordResults(asRunner(it), [mixed])).toEqual(['unknown'])
    expect(await jobNow(it, other.id)).toMatchObject({ state: 'running' })
  })

  test('a runner bound to a guild is given and may report the jobs of that guild', async () => {
    const job = await running()
    const own = asRunner(it, job.guild_id)
    expect(await extendLeases(own, [heldBy(job)])).toMatchObject({ extended: [job.id] })
    expect(await recordResults(own, [reportOn(job)])).toEqual(['recorded'])
    expect(await claimed(it, leaseOptions({ guildId: elsewhere }))).toEqual([])
  })

  test('events and snapshots of another guild are refused and store nothing', async () => {
    const { id: guild_id } = await aGuild(it)
    const event = anEvent({ guild_id })
    const bound = asRunner(it, elsewhere)
    expect(
      await handleFrames(bound, 's', [{ op: 'events', d: { batch_id: 'b', events: [event] } }]),
    ).toMatchObject([
      { op: 'error', d: { code: 'forbidden', ref: 'b' } },
      { op: 'ack', d: { batch_id: 'b', outcome: 'unknown' } },
    ])
    const counts = { member_count: 1, human_count: 1, bot_count: 0, online_count: null, channel_count: 1 }
    const more = { role_count: 1, emoji_count: 0, boost_count: 0, boost_level: 0 }
    const snapshot: RunnerFrame = { op: 'snapshot', d: { guild_id, ...counts, ...more } }
    await expect(handleFrames(bound, 's', [snapshot])).rejects.toMatchObject({ code: 'forbidden' })
    const stored = await it.app.db.selectFrom('events').selectAll().where('guild_id', '=', guild_id).execute()
    expect(stored).toEqual([])
  })
})
