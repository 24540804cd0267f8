import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAutomations } from '#app/features/automations/automations.server.ts'
import { listGuildRuns } from '#app/features/automations/runs/runs.server.ts'
import type { RunsQuery } from '#app/features/automations/runs/runs.ts'
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
import { aManager, madeAutomation } from '#tests/support/db/management.ts'
import { aRun } from '#tests/support/db/jobs.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('automations without a run come last in both directions', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await aManager(it, guildId)
    for (const [name, at] of [
      ['a', null],
      ['b', '2026-11-21T12:00:00.000Z'],
      ['c', '2026-11-22T12:00:00.000Z'],
    ] as const) {
      const { id } = await madeAutomation(ctx, guildId, { name })
      await it.app.db.updateTable('automations').set({ last_triggered_at: at }).where('id', '=', id).execute()
    }
    const names = async (order: 'asc' | 'desc') => {
      const query = { guildId, sort: 'last_triggered_at', order, limit: 50, offset: 0 }
      return (await listAutomations(ctx, query)).automations.map(({ name }) => name)
    }
    expect(await names('asc')).toEqual(['b', 'c', 'a'])
    expect(await names('desc')).toEqual(['c', 'b', 'a'])
  })

  test('the runs of all automations of a guild are filtered, sorted and continued', async () => {
    const [{ id: guildId }, { id: otherId }] = [await aGuild(it), await aGuild(it)]
    const ctx = await aManager(it, guildId, otherId)
    const [greet, tidy] = [await madeAutomation(ctx, guildId), await madeAutomation(ctx, guildId)]
    const foreign = await madeAutomation(ctx, otherId)
    const made: string[] = []
    for (const [automationId, name, outcome] of [
      [greet.id, 'Greet', 'failed'],
      [tidy.id, 'Tidy', 'succeeded'],
      [greet.id, 'Greet', 'succeeded'],
    ] as const) {
      const id = `run-${made.length}-${guildId}`
      await aRun(it, { guildId, automationId, id, name, outcome })
      made.push(id)
    }
    await aRun(it, { guildId: otherId, automationId: foreign.id, id: ulid() })
    const list = async (query: Partial<RunsQuery>) => {
      const { runs, next_before } = await listGuildRuns(ctx, { guildId, limit: 50, ...query })
      return [...runs.map(({ id }) => made.indexOf(id)), next_before && 'more']
    }
    expect(await list({})).toEqual([2, 1, 0, null])
    expect(await list({ sort: 'started_at', order: 'asc', limit: 2 })).toEqual([0, 1, 'more'])
    expect(await list({ before: made[1]! })).toEqual([0, null])
    expect(await list({ sort: 'name', order: 'asc' })).toEqual([0, 2, 1, null])
    expect(await list({ sort: 'outcome', order: 'desc', before: made[1]! })).toEqual([0, null])
    expect(await list({ automation: greet.id, outcome: 'failed' })).toEqual([0, null])
    expect(await list({ automation: foreign.id })).toEqual([null])
    const { runs } = await listGuildRuns(ctx, { guildId, limit: 1 })
    expect(runs[0]).toMatchObject({ name: 'Greet', automation_id: greet.id, succeeded: 1, steps: 1 })
    const elsewhere = await aManager(it, otherId)
    for (const other of [it.ctx(anonymous), it.ctx(keyOf(guildId)), it.ctx(userWith('editor')), elsewhere]) {
      const refusal = await refusalOf(() => listGuildRuns(other, { guildId, limit: 1 }))
      expect(refusal.status).toBeOneOf([401, 403])
    }
  })
})
