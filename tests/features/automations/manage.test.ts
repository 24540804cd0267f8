import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteAutomation,
  listAutomations,
  readAutomation,
  reportAutomations,
  toggleAutomation,
  updateAutomation,
} from '#app/features/automations/automations.server.ts'
import { listRuns, readRun } from '#app/features/automations/runs/runs.server.ts'
import { automation as shape } from '#app/features/automations/schema.ts'
import { templateOf } from '#app/features/automations/templates.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, anonymous, keyOf, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { aRun } from '#tests/support/db/jobs.ts'
import { aManager, anAdministrator, automationWith, madeAutomation } from '#tests/support/db/management.ts'

const friday = { events: ['SCHEDULE'], schedule: { cron: '0 16 * * 5', timezone: 'Europe/Paris' } }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const page = { limit: 50, offset: 0 }

  test('an automation is created as a draft, activated, paused, updated and deleted', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const made = await madeAutomation(ctx, guildId)
    expect(shape.strict().parse(made)).toMatchObject({ status: 'draft', enabled: false, version: 1 })
    expect(await readAutomation(ctx, { guildId, id: made.id })).toEqual(made)
    const write = (version: number, over: object) =>
      updateAutomation(ctx, { guildId, id: made.id, version, ...automationWith({ ...over }) })
    expect(await write(1, { enabled: true })).toMatchObject({ status: 'active', version: 2 })
    const paused = await write(2, { enabled: false })
    expect(paused).toMatchObject({ status: 'paused', version: 3 })
    expect(await listAutomations(ctx, { guildId, ...page })).toMatchObject({
      automations: [paused],
      total: 1,
    })
    expect(await listAutomations(ctx, { guildId, ...page, enabled: true })).toMatchObject({ total: 0 })
    await deleteAutomation(ctx, { guildId, id: made.id, version: 3 })
    expect(await refusalOf(() => readAutomation(ctx, { guildId, id: made.id }))).toMatchObject({
      status: 404,
    })
  })

  test('a template with an open choice can be saved, but not enabled', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const { conditions } = templateOf('threads')
    const made = await madeAutomation(ctx, guildId, { conditions })
    const asked = { guildId, id: made.id, version: 1 }
    const issues = [{ path: 'conditions.rules.1.value' }]
    expect(await refusalOf(() => toggleAutomation(ctx, { ...asked, enabled: true }))).toMatchObject({
      issues,
    })
    const input = automationWith({ conditions, enabled: true })
    expect(await refusalOf(() => updateAutomation(ctx, { ...asked, ...input }))).toMatchObject({ issues })
    const chosen = conditions.rules.map((rule) => (rule.value === '' ? { ...rule, value: guildId } : rule))
    const ready = { ...input, conditions: { ...conditions, rules: chosen } }
    expect(await updateAutomation(ctx, { ...asked, ...ready })).toMatchObject({ enabled: true })
  })

  test('a schedule says when it comes next, in its time zone, while the automation is on', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const on = await madeAutomation(ctx, guildId, { trigger: friday, enabled: true })
    expect(on.next_run_at).toBe('2026-11-27T15:00:00.000Z')
    const input = automationWith({ trigger: friday })
    const off = await updateAutomation(ctx, { guildId, id: on.id, version: 1, ...input })
    expect(off.next_run_at).toBeNull()
  })

  test.each([
    ['no time', 'every day'],
    ['six fields', '0 0 16 * * 5'],
    ['a day that never comes', '0 0 30 2 *'],
    ['an hour that is none', '0 25 * * *'],
  ])('%s is refused beside the schedule', async (_, cron) => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const trigger = { events: ['SCHEDULE'], schedule: { cron } }
    const refusal = await refusalOf(() => madeAutomation(ctx, guildId, { trigger }))
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'trigger.schedule.cron' }] })
  })

  test.each(['(', '(?=a)b', '(a)\\1'])(
    'the pattern %s cannot be matched in linear time and is refused',
    async (value) => {
      const { id: guildId } = await aGuild(it)
      const ctx = await anAdministrator(it)
      const rules = [
        { field: 'data.content', op: 'exists', value: true },
        { field: 'data.content', op: 'matches', value },
      ]
      const refusal = await refusalOf(() => madeAutomation(ctx, guildId, { conditions: { rules } }))
      expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'conditions.rules.1.value' }] })
    },
  )

  test('the old version is refused with who has changed what', async () => {
    const { id: guildId } = await aGuild(it)
    const [ada, grace] = [await anAdministrator(it, 'Ada'), await anAdministrator(it)]
    const { id } = await madeAutomation(ada, guildId)
    const input = automationWith({ name: 'Greets more', cooldown: { scope: 'user', seconds: 60 } })
    await updateAutomation(ada, { guildId, id, version: 1, ...input })
    const stale = { status: 412, current: { version: 2, updated_by: 'Ada', changed: ['name', 'cooldown'] } }
    expect(
      await refusalOf(() => updateAutomation(grace, { guildId, id, version: 1, ...input })),
    ).toMatchObject(stale)
    expect(await refusalOf(() => deleteAutomation(grace, { guildId, id, version: 1 }))).toMatchObject(stale)
  })

  test('a guild has at most 200', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    for (let number = 0; number < 200; number++) await madeAutomation(ctx, guildId, { name: `a ${number}` })
    expect(await refusalOf(() => madeAutomation(ctx, guildId))).toMatchObject({ status: 409 })
  })

  test('its runs come newest first, in pages, and go with it', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const { id } = await madeAutomation(ctx, guildId)
    const failed = {
      outcome: 'failed',
      error: { code: 'forbidden', message: 'No', at: '2026-11-21T12:00:00.000Z' },
    }
    for (const number of [1, 2, 3])
      await aRun(it, { guildId, automationId: id, id: `run-${number}-${id}`, ...failed })
    const { runs, total } = await listRuns(ctx, { guildId, id, limit: 2, offset: 0 })
    expect([runs.map((one) => one.id.slice(0, 5)), total]).toEqual([['run-3', 'run-2'], 3])
    expect(runs[0]).toMatchObject({
      event: { type: 'MEMBER_JOIN' },
      steps: [{ id: 'greet', type: 'SEND_MESSAGE', outcome: 'succeeded' }],
      error: { message: 'No' },
    })
    const [run] = runs
    expect(await readRun(ctx, { guildId, id, runId: run!.id })).toEqual(run)
    for (const wrong of [{ runId: 'nothing' }, { id: 'nothing' }]) {
      const refusal = await refusalOf(() => readRun(ctx, { guildId, id, runId: run!.id, ...wrong }))
      expect(refusal).toMatchObject({ status: 404 })
    }
    await deleteAutomation(ctx, { guildId, id, version: 1 })
    expect(await it.app.db.selectFrom('runs').selectAll().where('automation_id', '=', id).execute()).toEqual(
      [],
    )
  })

  test('managers edit their guild’s, keys read them without secrets, others get nothing', async () => {
    const { id: guildId } = await aGuild(it)
    const manager = await aManager(it, guildId)
    const action = { id: 'call', type: 'CALL_WEBHOOK', config: { url: 'https://example.org/secret' } }
    const { id } = await madeAutomation(manager, guildId, { actions: [action] })
    const key = { ...keyOf(guildId), scopes: ['automations:read'] as const }
    const { automations } = await reportAutomations(it.ctx(key), page)
    expect(automations[0]!.actions[0]!.config.url).toBe('https://example.org/…')
    for (const ctx of [it.ctx(anonymous), it.ctx(key), await aManager(it, (await aGuild(it)).id)]) {
      const calls = [
        () => listAutomations(ctx, { guildId, ...page }),
        () => readAutomation(ctx, { guildId, id }),
        () => madeAutomation(ctx, guildId),
        () => deleteAutomation(ctx, { guildId, id, version: 1 }),
        () => listRuns(ctx, { guildId, id, limit: 1, offset: 0 }),
        () => readRun(ctx, { guildId, id, runId: 'r' }),
      ]
      for (const call of calls) expect((await refusalOf(call)).status).toBeOneOf([401, 403])
    }
  })
})
