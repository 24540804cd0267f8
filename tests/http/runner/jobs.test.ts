import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { cancelJob } from '#app/features/jobs/cancel-replay.server.ts'
import { snowflake } from '#tests/support/http/client.ts'
import { aGuild } from '#tests/support/factories.ts'
import { aJob, attemptsOf, jobNow } from '#tests/support/db/leasing.ts'
import { secondInstance, type SecondInstance } from '#tests/support/http/second-instance.ts'
import { aRunnerToken, ready, type Frame } from '#tests/support/discord/runner-socket.ts'

describe.each(inject('servers'))('jobs over the socket on $name', (server) => {
  let it: SecondInstance
  beforeAll(async () => void (it = await secondInstance(server.env)))
  afterAll(() => it.close())

  /** A runner of a guild of its own, with jobs in it. */
  async function withJobs(count: number, over: object = { slots: 10 }) {
    const { id: guild } = await aGuild(it, snowflake())
    const { id, token } = await aRunnerToken(server, ['--guild', guild])
    const jobs: string[] = []
    for (let index = 0; index < count; index++) jobs.push((await aJob(it, guild)).id)
    const runner = await ready(server, token, 'one', over)
    return { guild, runnerId: id, token, jobs, runner }
  }
  const leaseOf = ({ d }: Frame) => ({ job_id: d.job_id as string, lease_token: d.lease_token as string })
  const resultOf = (frame: Frame, over: object = {}) => ({
    ...leaseOf(frame),
    attempt: frame.d.attempt,
    status: 'succeeded',
    ...over,
  })

  test('a job comes complete, is accepted, done and acknowledged, and frees a slot', async () => {
    const { guild, jobs, runner } = await withJobs(2, { slots: 1 })
    const first = await runner.next()
    expect(first).toEqual({
      op: 'job',
      d: {
        job_id: jobs[0],
        attempt: 1,
        type: 'SEND_MESSAGE',
        payload: expect.objectContaining({
          guild_id: guild,
          config: { channel_id: '500', content: 'Hello' },
        }),
        idempotency_key: expect.stringMatching(/:0$/),
        lease_token: expect.any(String),
        lease_expires_at: expect.any(String),
        deadline_at: null,
        priority: 0,
      },
    })
    runner.send('accept', leaseOf(first))
    runner.send('heartbeat', { seq: 1, leases: [[first.d.job_id, first.d.lease_token]] })
    expect(await runner.next()).toEqual({
      op: 'heartbeat_ack',
      d: { seq: 1, extended: [jobs[0]], lost: [], cancel: [] },
    })
    runner.send('result', resultOf(first, { output: { message_id: '7' } }))
    expect(await runner.next()).toEqual({ op: 'ack', d: { job_id: jobs[0], outcome: 'recorded' } })
    expect((await runner.next()).d.job_id).toBe(jobs[1])
    expect(await jobNow(it, jobs[0]!)).toMatchObject({ state: 'succeeded', result: '{"message_id":"7"}' })
    runner.socket.close()
  })

  test('credit may grow and shrink while jobs are out', async () => {
    const { jobs, runner } = await withJobs(4, { slots: 0 })
    runner.send('ready_for', { slots: 2 })
    const [one, two] = [await runner.next(), await runner.next()]
    expect([one.d.job_id, two.d.job_id]).toEqual(jobs.slice(0, 2))
    runner.send('ready_for', { slots: 1 })
    for (const frame of [one, two]) runner.send('accept', leaseOf(frame))
    runner.send('result', resultOf(one))
    expect((await runner.next()).op).toBe('ack')
    runner.send('heartbeat', { seq: 2, leases: [] })
    expect((await runner.next()).op).toBe('heartbeat_ack')
    runner.send('result', resultOf(two))
    expect([(await runner.next()).op, (await runner.next()).d.job_id]).toEqual(['ack', jobs[2]])
    runner.socket.close()
  })

  test('frames that come twice or out of order change nothing that is decided', async () => {
    const { jobs, runner } = await withJobs(1)
    const frame = await runner.next()
    // The result before the acceptance, and each of them twice.
    for (const op of ['result', 'result', 'accept', 'accept', 'result'])
      runner.send(op, op === 'accept' ? leaseOf(frame) : resultOf(frame))
    const outcomes: unknown[] = []
    while (outcomes.length < 3) {
      const { op, d } = await runner.next()
      if (op === 'ack') outcomes.push(d.outcome)
    }
    expect(outcomes).toEqual(['recorded', 'duplicate', 'duplicate'])
    expect(await attemptsOf(it, jobs[0]!)).toMatchObject([{ attempt: 1, outcome: 'succeeded' }])
    runner.send('result', { ...resultOf(frame), job_id: 'nobody' })
    runner.send('result', { ...resultOf(frame), lease_token: 'forged' })
    expect([(await runner.next()).d.outcome, (await runner.next()).d.outcome]).toEqual(['unknown', 'stale'])
    runner.socket.close()
  })

  test('a job that is refused goes to whoever else is there, and no attempt is charged', async () => {
    const { guild, jobs, runner } = await withJobs(1)
    const frame = await runner.next()
    runner.send('ready_for', { slots: 0 })
    const { token } = await aRunnerToken(server, ['--guild', guild])
    const other = await ready(server, token, 'one', { slots: 10 })
    runner.send('reject', { ...leaseOf(frame), reason: 'draining' })
    const again = await other.next()
    expect([again.d.job_id, again.d.attempt]).toEqual([jobs[0], 1])
    expect(again.d.lease_token).not.toBe(frame.d.lease_token)
    runner.socket.close()
    other.socket.close()
  })

  test('after a cut, a runner continues its jobs, and unheard ones wait for their lease', async () => {
    const { jobs, runner, token } = await withJobs(2)
    const [kept, unheard] = [await runner.next(), await runner.next()]
    runner.send('accept', leaseOf(kept))
    runner.send('heartbeat', { seq: 1, leases: [] })
    await runner.next()
    runner.socket.terminate()
    const active = [
      { ...leaseOf(kept), attempt: 1 },
      { job_id: 'nobody', lease_token: 'x', attempt: 1 },
    ]
    const back = await ready(server, token, 'one', { active, slots: 10 })
    expect(back.ready.d).toMatchObject({ keep: [jobs[0]], drop: ['nobody'] })
    back.send('result', resultOf(kept))
    expect((await back.next()).d).toEqual({ job_id: jobs[0], outcome: 'recorded' })
    expect(await jobNow(it, unheard.d.job_id as string)).toMatchObject({ state: 'leased' })
    back.socket.close()
  })

  test('a runner that says bye leaves its jobs to others at once', async () => {
    const { jobs, runner, token } = await withJobs(1)
    const frame = await runner.next()
    runner.send('accept', leaseOf(frame))
    runner.send('bye', {})
    expect(await runner.closed()).toBe(1000)
    const back = await ready(server, token, 'two', { slots: 10 })
    const again = await back.next()
    expect([again.d.job_id, again.d.attempt]).toEqual([jobs[0], 1])
    back.socket.close()
  })

  test('a job that somebody cancels is to be stopped, which a heartbeat repeats', async () => {
    const { guild, jobs, runner } = await withJobs(1)
    const frame = await runner.next()
    runner.send('accept', leaseOf(frame))
    runner.send('heartbeat', { seq: 1, leases: [] })
    await runner.next()
    await cancelJob(it.ctx(), { guildId: guild, id: jobs[0]! })
    if (server.env.REDIS_URL) {
      expect(await runner.next()).toEqual({ op: 'cancel', d: { job_id: jobs[0], reason: 'cancelled' } })
    }
    runner.send('heartbeat', { seq: 2, leases: [[frame.d.job_id, frame.d.lease_token]] })
    expect((await runner.next()).d).toMatchObject({ seq: 2, cancel: [jobs[0]] })
    runner.send(
      'result',
      resultOf(frame, { status: 'failed', error: { code: 'cancelled', message: 'x', retryable: false } }),
    )
    expect((await runner.next()).d.outcome).toBe('recorded')
    expect(await jobNow(it, jobs[0]!)).toMatchObject({ state: 'cancelled' })
    runner.socket.close()
  })

  test('answers to jobs do not count against the messages of a second', async () => {
    const { jobs, runner } = await withJobs(70, { slots: 100 })
    const frames = await Promise.all(jobs.map(() => runner.next()))
    for (const frame of frames) {
      runner.send('accept', leaseOf(frame))
      runner.send('result', resultOf(frame))
    }
    const acks = await Promise.all(jobs.map(() => runner.next()))
    expect(acks.every(({ op, d }) => op === 'ack' && d.outcome === 'recorded')).toBe(true)
    const closed = runner.closed()
    for (let seq = 0; seq < 250; seq++) runner.send('heartbeat', { seq, leases: [] })
    expect(await closed).toBe(4008)
  })
})
