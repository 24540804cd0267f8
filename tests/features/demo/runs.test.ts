import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAutomations } from '#app/features/automations/automations.server.ts'
import { automationRun } from '#app/features/jobs/runs/schema.ts'
import { listRuns } from '#app/features/automations/runs/runs.server.ts'
import { demoAutomations, demoCommands } from '#app/features/demo/content.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'
import { directoryOf } from '#app/features/directory/directory.server.ts'
import { countJobs, listJobs, readJob } from '#app/features/jobs/list.server.ts'
import { jobDetails } from '#app/features/jobs/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  /** What the demo has: every job with its tries, and every run. */
  async function demo() {
    const ctx = it.ctx()
    const { guild_id: guildId } = await seedDemo(ctx)
    const { jobs } = await listJobs(ctx, { guildId, limit: 100 })
    const page = { guildId, limit: 50, offset: 0 }
    const { automations } = await listAutomations(ctx, page)
    const lists = await Promise.all(automations.map(({ id }) => listRuns(ctx, { ...page, id })))
    return {
      counts: await countJobs(ctx, { guildId }),
      jobs: await Promise.all(jobs.map(({ id }) => readJob(ctx, { guildId, id }))),
      runs: lists.flatMap(({ runs }) => runs),
    }
  }

  test('the demo has runs and jobs of every kind, as the schemas say, and again the same', async () => {
    const first = await demo()
    for (const job of first.jobs) expect(jobDetails.strict().parse(job)).toEqual(job)
    for (const run of first.runs) expect(automationRun.strict().parse(run)).toEqual(run)
    expect(first.counts).toMatchObject({ running: 0, dead: 1, failed: 2, cancelled: 1, succeeded: 9 })
    expect(new Set(first.runs.map(({ outcome }) => outcome))).toEqual(
      new Set(['succeeded', 'failed', 'cancelled']),
    )
    const dead = first.jobs.find(({ state }) => state === 'dead')!
    expect(dead.attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'lost'],
      [3, 'failed'],
      [4, 'failed'],
      [5, 'failed'],
    ])
    const ids = new Set(first.jobs.map(({ id }) => id))
    for (const { job_id } of first.runs.flatMap(({ steps }) => steps)) expect(ids).toContain(job_id)
    it.at('2026-11-21T13:00:00.000Z')
    const again = await demo()
    expect(again.counts).toEqual(first.counts)
    expect(again.runs.map(({ id }) => id)).toEqual(first.runs.map(({ id }) => id))
    expect(again.jobs.map(({ id }) => id)).toEqual(first.jobs.map(({ id }) => id))
  })

  test('the counts of each demo automation match its runs', async () => {
    const ctx = it.ctx()
    const { guild_id: guildId } = await seedDemo(ctx)
    const page = { guildId, limit: 50, offset: 0 }
    for (const { id, ...counts } of (await listAutomations(ctx, page)).automations) {
      const { runs } = await listRuns(ctx, { ...page, id })
      const having = (outcome: string) => runs.filter((run) => run.outcome === outcome).length
      expect(counts).toMatchObject({
        run_count: runs.length,
        success_count: having('succeeded'),
        failure_count: having('failed'),
        last_triggered_at: runs[0]?.started_at ?? null,
      })
    }
  })

  test('each channel and role of the demo has a name, and the bot may use it', async () => {
    const ctx = it.ctx()
    const { guild_id: guildId } = await seedDemo(ctx)
    const { roles, channels, knowsBot } = await directoryOf(ctx, guildId)
    expect(knowsBot).toBe(true)
    const used = JSON.stringify([demoAutomations, demoCommands]).match(/[34]0{15}\d\d/g)!
    for (const id of used) expect(roles.get(id) ?? channels.get(id), id).toHaveProperty('blocks', {})
    const { channel_count, role_count } = await ctx.db
      .selectFrom('snapshots')
      .selectAll()
      .where('guild_id', '=', guildId)
      .executeTakeFirstOrThrow()
    expect([channels.size, roles.size]).toEqual([channel_count, role_count])
  })
})
