import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelJob, replayJob } from '#app/features/jobs/cancel-replay.server.ts'
import { jobDetails, jobsPage } from '#app/features/jobs/schema.ts'
import { countJobs, listJobs, readJob } from '#app/features/jobs/list.server.ts'
import { resumeJobs } from '#app/features/jobs/leases.server.ts'
import { connectRunner } from '#app/features/runners/runners.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  keyOf,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { aJob, anAttempt, anInstance } from '#tests/support/db/jobs.ts'
import { asRunner, leaseOptions, claimed, heldBy } from '#tests/support/db/leasing.ts'
import { aManager, anAdministrator } from '#tests/support/db/management.ts'

const fault = (code: string) =>
  JSON.stringify({ code, message: 'It failed.', at: '2026-11-21T12:00:00.000Z' })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('jobs of the guild alone come newest first, in pages, filtered by state and type', async () => {
    const [{ id: guildId }, other] = [await aGuild(it), await aGuild(it)]
    const ctx = await aManager(it, guildId)
    const made = []
    for (const state of ['queued', 'dead', 'succeeded', 'dead', 'dead'])
      made.push((await aJob(it, guildId, { state, type: 'ADD_ROLE' })).id)
    const role = await aJob(it, guildId, { type: 'CALL_WEBHOOK' })
    await aJob(it, other.id)
    const newest = [...made, role.id].reverse()
    const list = async (query: object) => {
      const page = await listJobs(ctx, { guildId, limit: 50, ...query })
      expect(jobsPage.parse(page)).toEqual(page)
      return page
    }
    const ids = ({ jobs }: Awaited<ReturnType<typeof list>>) => jobs.map(({ id }) => id)

    expect(ids(await list({}))).toEqual(newest)
    const first = await list({ limit: 4 })
    expect([ids(first), first.next_before]).toEqual([newest.slice(0, 4), newest[3]])
    const last = await list({ limit: 4, before: first.next_before })
    expect([ids(last), last.next_before]).toEqual([newest.slice(4), null])
    expect(ids(await list({ state: 'dead' }))).toEqual([made[4], made[3], made[1]])
    expect(ids(await list({ state: 'dead', before: made[3], limit: 1 }))).toEqual([made[1]])
    expect(ids(await list({ type: 'CALL_WEBHOOK' }))).toEqual([role.id])
    expect(ids(await list({ type: 'CALL_WEBHOOK', state: 'dead' }))).toEqual([])
    expect(await countJobs(ctx, { guildId })).toEqual({
      queued: 2,
      leased: 0,
      running: 0,
      succeeded: 1,
      failed: 0,
      dead: 3,
      cancelled: 0,
    })
    expect(await countJobs(ctx, { guildId, type: 'CALL_WEBHOOK' })).toMatchObject({ queued: 1, dead: 0 })
  })

  test('jobs are sorted by state in both directions, and pages have each job once', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await aManager(it, guildId)
    const made: { id: string; state: string }[] = []
    for (const state of ['queued', 'dead', 'succeeded', 'dead', 'dead', 'queued'])
      made.push({ id: (await aJob(it, guildId, { state })).id, state })
    const place = ({ state, id }: { state: string; id: string }) => `${state} ${id}`
    const sorted = made.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ id }) => id)
    for (const order of ['asc', 'desc'] as const) {
      const seen: string[] = []
      let before: string | undefined
      do {
        const page = await listJobs(ctx, { guildId, sort: 'state', order, limit: 2, before })
        seen.push(...page.jobs.map(({ id }) => id))
        before = page.next_before ?? undefined
      } while (before)
      expect(seen).toEqual(order === 'asc' ? sorted : sorted.toReversed())
    }
    const foreign = await aJob(it, (await aGuild(it)).id)
    const query = { guildId, sort: 'state', limit: 2, before: foreign.id } as const
    expect(await refusalOf(() => listJobs(ctx, query))).toMatchObject({ status: 400 })
  })

  test('a job is read with every try, the oldest first, and with what was said of it', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const { id } = await aJob(it, guildId, { state: 'dead', attempt: 2, error: fault('discord_500') })
    const times = (minute: number) => ({ leased_at: `2026-11-21T12:0${minute}:00.000Z` })
    await anAttempt(it, id, { attempt: 2, ...times(3), outcome: 'lost', late: '{"status":"succeeded"}' })
    await anAttempt(it, id, { attempt: 1, ...times(1), outcome: 'returned', accepted_at: null, error: null })
    await anAttempt(it, id, { attempt: 1, ...times(2) })
    await anAttempt(it, (await aJob(it, guildId)).id)
    const job = await readJob(ctx, { guildId, id })
    expect(jobDetails.parse(job)).toEqual(job)
    expect(job).toMatchObject({ id, state: 'dead', error: { code: 'discord_500' }, result: null })
    expect(job.source).toMatchObject({ kind: 'command', name: 'Greets', step: 0 })
    expect(job.config).toMatchObject({ content: 'Hello!' })
    expect(job.attempts.map(({ attempt, outcome, late }) => [attempt, outcome, late])).toEqual([
      [1, 'returned', null],
      [1, 'failed', null],
      [2, 'lost', { status: 'succeeded' }],
    ])
  })

  test('the current attempt is listed last, with its runner', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const lease = { leased_at: '2026-11-21T12:01:00.000Z', runner_id: 'aaaaaaaa', instance: 'Attic' }
    const { id } = await aJob(it, guildId, { state: 'leased', attempt: 2, ...lease })
    await anAttempt(it, id)
    const { attempts } = await readJob(ctx, { guildId, id })
    expect(attempts.length).toBe(2)
    expect(attempts[1]).toEqual({
      attempt: 2,
      outcome: null,
      ...lease,
      accepted_at: null,
      ended_at: null,
      error: null,
      late: null,
    })
  })

  test('an attempt keeps its runner after the session is replaced and after it resumes', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const [runner_id, identity] = ['cccccccc', { instance_key: 'attic', name: 'Attic', version: '1' }]
    const { id } = await anInstance(it, { runner_id, ...identity })
    const job = await aJob(it, guildId)
    const [given] = await claimed(it, leaseOptions({ id, runnerId: runner_id, name: 'Attic', guildId }))
    const current = async () => (await readJob(ctx, { guildId, id: job.id })).attempts
    const own = [{ outcome: null, runner_id, instance: 'Attic' }]
    expect(await current()).toMatchObject(own)
    const its = asRunner(it, null, runner_id)
    const again = { ...identity, capabilities: [], slots: 10, active: [] }
    const { session_id } = await connectRunner(its, again)
    expect(await current()).toMatchObject(own)
    await resumeJobs(its, { session: session_id, leases: [heldBy(given!)] })
    expect(await current()).toMatchObject(own)
  })

  test('members, keys, strangers and managers of another guild see none of it', async () => {
    const { id: guildId } = await aGuild(it)
    const { id } = await aJob(it, guildId)
    const elsewhere = await aManager(it, (await aGuild(it)).id)
    for (const ctx of [it.ctx(anonymous), it.ctx(keyOf(guildId)), it.ctx(userWith('editor')), elsewhere]) {
      const calls = [
        () => listJobs(ctx, { guildId, limit: 1 }),
        () => countJobs(ctx, { guildId }),
        () => readJob(ctx, { guildId, id }),
        () => cancelJob(ctx, { guildId, id }),
        () => replayJob(ctx, { guildId, id }),
      ]
      for (const call of calls) expect((await refusalOf(call)).status).toBeOneOf([401, 403])
    }
    const admin = await anAdministrator(it)
    const none = [
      () => listJobs(admin, { guildId: '123', limit: 1 }),
      () => readJob(admin, { guildId: '123', id }),
      () => readJob(admin, { guildId, id: 'nothing' }),
    ]
    for (const call of none) expect(await refusalOf(call)).toMatchObject({ status: 404 })
  })
})
