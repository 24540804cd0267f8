import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { claimJobs } from '#app/features/jobs/claim.server.ts'
import { enqueueJobs } from '#app/features/jobs/jobs.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { aJob, aNewJob, leaseOptions, claimed, later } from '#tests/support/db/leasing.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('jobs').execute()
  })
  afterAll(() => it.close())
  const guild = async () => (await aGuild(it)).id

  test('a job waits in the queue with what it was given', async () => {
    const id = await guild()
    const [runAt, deadlineAt] = [new Date(later(60)), new Date(later(120))]
    const { payload, ...row } = await aJob(it, id, { priority: 5, runAt, deadlineAt })
    expect(JSON.parse(payload)).toMatchObject({ guild_id: id, config: { content: 'Hello' } })
    expect(row).toMatchObject({
      guild_id: id,
      type: 'SEND_MESSAGE',
      state: 'queued',
      priority: 5,
      run_at: runAt.toISOString(),
      deadline_at: deadlineAt.toISOString(),
      attempt: 0,
      max_attempts: 5,
      created_at: NOON,
      lease_token: null,
    })
    expect(await aJob(it, id)).toMatchObject({ priority: 0, run_at: NOON, deadline_at: null })
  })

  test('a key that is known gives the job that is there, also to those who ask at once', async () => {
    const [one, other] = [await guild(), await guild()]
    const jobs = ['a', 'b', 'c'].map(() => aNewJob(it, one, { idempotencyKey: 'key' }))
    const rows = await Promise.all(
      jobs.map((job) => inTransaction(it.ctx(), (ctx) => enqueueJobs(ctx, [job]))),
    )
    expect(new Set(rows.flat().map((row) => row.id)).size).toBe(1)
    expect((await aJob(it, other, { idempotencyKey: 'key' })).id).not.toBe(rows[0]![0]!.id)
    const twice = await enqueueJobs(it.ctx(), [aNewJob(it, one), jobs[1]!])
    expect(twice[1]!.id).toBe(rows[0]![0]!.id)
  })

  test('a job that is rolled back was never there', async () => {
    const id = await guild()
    await expect(
      inTransaction(it.ctx(), async (ctx) => {
        await enqueueJobs(ctx, [aNewJob(it, id)])
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await claimed(it)).toEqual([])
  })

  test('a leased job has its own token, an attempt and a time limit for accepting it', async () => {
    const id = await guild()
    const jobs = [await aJob(it, id), await aJob(it, id)]
    const taker = leaseOptions({ name: 'home' })
    const given = await claimed(it, taker)
    expect(given.map((job) => job.id)).toEqual(jobs.map((job) => job.id))
    expect(given[0]).toMatchObject({
      state: 'leased',
      attempt: 1,
      lease_expires_at: later(60),
      accept_by: later(10),
      instance_id: taker.id,
      runner_id: 'aaaaaaaa',
      instance: 'home',
      leased_at: NOON,
    })
    expect(new Set(given.map((job) => job.lease_token)).size).toBe(2)
    expect(given[0]!.lease_token!.length).toBeGreaterThan(40)
    expect(await claimed(it)).toEqual([])
  })

  test('the most urgent job comes first, then the oldest, and never one not due or late', async () => {
    const id = await guild()
    await aJob(it, id, { runAt: new Date(later(1)) })
    await aJob(it, id, { deadlineAt: new Date(later(-1)) })
    const names: Record<string, string> = {}
    for (const [name, priority, at] of [
      ['late', 0, 0],
      ['early', 0, -5],
      ['low', -1, -9],
      ['urgent', 5, 0],
    ] as const) {
      names[(await aJob(it, id, { priority, runAt: new Date(later(at)) })).id] = name
    }
    expect((await claimed(it)).map((job) => names[job.id])).toEqual(['urgent', 'early', 'late', 'low'])
  })

  test('leases respect free slots, and guilds and types go to runners that serve them', async () => {
    const [one, other] = [await guild(), await guild()]
    for (let index = 0; index < 6; index++) await aJob(it, index % 2 ? one : other)
    await aJob(it, one, { type: 'ADD_ROLE' })
    const bound = leaseOptions({ guildId: one, types: ['ADD_ROLE'] })
    expect((await claimed(it, bound)).map(({ guild_id, type }) => [guild_id, type])).toEqual([
      [one, 'ADD_ROLE'],
    ])
    const small = leaseOptions({ slots: 2 })
    expect(await claimed(it, small)).toHaveLength(2)
    expect(await claimed(it, small)).toEqual([])
    expect(await claimed(it, { ...small, slots: 3 })).toHaveLength(1)
  })

  test('a busy guild does not starve another: whoever has fewer jobs out comes first', async () => {
    const [busy, quiet] = [await guild(), await guild()]
    for (let index = 0; index < 20; index++) await aJob(it, busy)
    const taker = leaseOptions({ slots: 4 })
    await claimed(it, taker)
    const late = [await aJob(it, quiet), await aJob(it, quiet)]
    const next = await claimed(it, { ...taker, slots: 7 })
    expect(next.filter((job) => job.guild_id === quiet).map((job) => job.id)).toEqual(
      late.map((job) => job.id),
    )
    expect(next).toHaveLength(3)
  })

  test('several runners share what there is', async () => {
    const id = await guild()
    for (let index = 0; index < 8; index++) await aJob(it, id)
    const takers = [leaseOptions({ slots: 8 }), leaseOptions({ slots: 8 })]
    const given = await claimJobs(it.ctx(), takers)
    expect(takers.map((taker) => given.get(taker.id)!.length)).toEqual([4, 4])
  })

  test('of many who claim at once each job goes to one', async () => {
    const ids = [await guild(), await guild(), await guild()]
    for (let index = 0; index < 60; index++) await aJob(it, ids[index % 3]!)
    const lists = await Promise.all(Array.from({ length: 8 }, () => claimed(it)))
    const all = lists.flat().map((job) => job.id)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(60)
  })
})
