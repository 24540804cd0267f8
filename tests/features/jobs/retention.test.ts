import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordResults } from '#app/features/jobs/results.server.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'
import { purgeJobs } from '#app/features/jobs/retention.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { anAutomation, memberJoinEvent, sendMessageAction } from '#tests/support/db/automations.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { asRunner, claimed, reportOn } from '#tests/support/db/leasing.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('jobs and runs are deleted with their events, unless they have not ended', async () => {
    const [brief, long] = [(await aGuild(it)).id, (await aGuild(it)).id]
    const settings = { retention: { raw_event_days: 7 } }
    await saveSettings(it.ctx(), { guildId: brief, version: 0, settings })
    for (const guild of [brief, long]) {
      await anAutomation(it, guild, [sendMessageAction()])
      await recordEvents(asRunner(it), { events: [memberJoinEvent(guild)] })
    }
    for (const job of await claimed(it)) await recordResults(asRunner(it), [reportOn(job)])
    await recordEvents(asRunner(it), { events: [memberJoinEvent(brief)] })
    const left = async () => {
      const guildsOf = async (table: 'jobs' | 'runs') =>
        (await it.app.db.selectFrom(table).select('guild_id').execute()).map(({ guild_id }) => guild_id)
      const attempts = await it.app.db.selectFrom('job_attempts').select('id').execute()
      return {
        jobs: (await guildsOf('jobs')).sort(),
        runs: (await guildsOf('runs')).sort(),
        attempts: attempts.length,
      }
    }
    it.at('2026-11-28T11:00:00.000Z')
    await purgeJobs(it.ctx())
    expect(await left()).toMatchObject({ attempts: 2 })
    it.at('2026-11-28T13:00:00.000Z')
    await purgeJobs(it.ctx())
    const both = [brief, long].sort()
    expect(await left()).toEqual({ jobs: both, runs: both, attempts: 1 })
  })

  test('an old job that ended recently is kept, as in the demo or after a retry', async () => {
    const { guild_id } = await seedDemo(it.ctx())
    const jobs = () => it.app.db.selectFrom('jobs').select('id').where('guild_id', '=', guild_id).execute()
    const before = await jobs()
    expect(before.length).toBeGreaterThan(5)
    await purgeJobs(it.ctx())
    expect(await jobs()).toEqual(before)
  })
})
