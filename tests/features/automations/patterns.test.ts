import { Worker, type WorkerOptions } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  toggleAutomation,
  updateAutomation,
  authoredFields,
} from '#app/features/automations/automations.server.ts'
import { definition as definitionSchema } from '#app/features/automations/dry-run.ts'
import { dryRunDefinition } from '#app/features/automations/dry-run.server.ts'
import { conditions } from '#app/features/actions/conditions.ts'
import { makeEvaluator, type Evaluator } from '#app/features/automations/evaluation/evaluator.server.ts'
import { listNotices } from '#app/features/notices/notices.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import { anAutomation, guildOf, memberJoinEvent, sendMessageAction } from '#tests/support/db/automations.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anInteraction,
  aUser,
  aWrittenCommand,
  discord,
  openTestApp,
  refusalOf,
  type TestApp,
  userWith,
} from '#tests/support/factories.ts'
import { asRunner } from '#tests/support/db/leasing.ts'

/** Linear, and yet 20,000 instructions for each character. */
const HUGE = '(?:.|.){500}'.repeat(40)
const matching = (value: string) => ({ match: 'any', rules: [{ field: 'data.text', op: 'matches', value }] })
const tooLarge = { message: expect.stringContaining('This pattern has more than') as string }

let it: TestApp
beforeAll(async () => void (it = await openTestApp(engineNames[0]!)))
afterAll(() => it.close())

/** As a version without bounds saved it. */
async function savedBefore(guildId: string, value: string) {
  const { id } = await anAutomation(it, guildId, [sendMessageAction()], { name: 'Huge' })
  const { definition } = await it.app.db
    .selectFrom('automations')
    .select('definition')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const old = JSON.stringify({ ...(JSON.parse(definition) as object), conditions: matching(value) })
  await it.app.db
    .updateTable('automations')
    .set({ definition: old, version: 2 })
    .where('id', '=', id)
    .execute()
  return id
}

test.each(['(a{100}){100}', 'a{2000}'])('the repeats of %s are refused as too large', async (value) => {
  const { id: guildId } = await aGuild(it)
  const saving = () => anAutomation(it, guildId, [sendMessageAction()], { conditions: matching(value) })
  expect(await refusalOf(saving)).toMatchObject({
    issues: [{ path: 'conditions.rules.0.value', ...tooLarge }],
  })
})

test('a pattern that compiles to too much is refused at its field', async () => {
  const { id: guildId } = await aGuild(it)
  const conditions = matching(HUGE)
  const issues = [{ path: 'conditions.rules.0.value', ...tooLarge }]
  expect(
    await refusalOf(() => anAutomation(it, guildId, [sendMessageAction()], { conditions })),
  ).toMatchObject({
    issues,
  })
  const definition = definitionSchema.parse({
    trigger: { events: ['MEMBER_JOIN'] },
    conditions,
    actions: [{ id: 'a', ...sendMessageAction() }],
  })
  expect(await refusalOf(() => dryRunDefinition(it.ctx(), { guildId, definition }))).toMatchObject({ issues })
  const actions = [{ ...sendMessageAction(), condition: conditions.rules[0] }] as never
  expect(await refusalOf(() => aWrittenCommand(it, guildId, { actions }))).toMatchObject({
    issues: [{ path: 'actions.0.condition.value', ...tooLarge }],
  })
})

test('patterns that are too large only together are refused at the last one', async () => {
  const { id: guildId } = await aGuild(it)
  const rule = (letter: string) => ({ field: 'data.text', op: 'matches', value: `^${letter}{450}` })
  const conditions = { rules: ['a', 'b', 'c'].map(rule) }
  expect(
    await refusalOf(() => anAutomation(it, guildId, [sendMessageAction()], { conditions })),
  ).toMatchObject({
    issues: [{ path: 'conditions.rules.2.value' }],
  })
})

test('an automation that is too slow is disabled with a notice and an audit row', async () => {
  const { id: guildId } = await aGuild(it)
  const { runsOf, read } = guildOf(
    () => it,
    () => guildId,
  )
  const slow = await savedBefore(guildId, HUGE)
  const { id: other } = await anAutomation(it, guildId, [sendMessageAction()], {
    conditions: matching('^a+$'),
  })
  const event = memberJoinEvent(guildId, { data: { text: 'a'.repeat(2_000) } })
  expect(await recordEvents(asRunner(it), { events: [event] })).toMatchObject({ recorded: 1 })
  expect(await runsOf(other)).toHaveLength(1)
  expect(await read(slow)).toMatchObject({ enabled: false, version: 3, last_error: { code: 'too_slow' } })
  const { id: userId } = await aUser(it, { role: 'admin' })
  const admin = { ...userWith('admin'), userId } as ReturnType<typeof userWith>
  const titles = (await listNotices(it.ctx(admin))).notices.map(({ title }) => title)
  expect(titles).toContain('“Huge” in A guild was disabled because its conditions took too long')
  const audit = it.app.db.selectFrom('audit').selectAll().where('target_id', '=', slow)
  expect((await audit.where('action', '=', 'automation.changed').execute())[0]).toMatchObject({
    actor_kind: 'system',
    details: expect.stringContaining('too_slow') as string,
  })
})

test('an automation that could not be saved again can be disabled', async () => {
  const { id: guildId } = await aGuild(it)
  const id = await savedBefore(guildId, HUGE)
  const disabled = await toggleAutomation(it.ctx(), { guildId, id, version: 2, enabled: false })
  expect(disabled.enabled).toBe(false)
  const enable = () => toggleAutomation(it.ctx(), { guildId, id, version: 3, enabled: true })
  expect(await refusalOf(enable)).toMatchObject({ issues: [tooLarge] })
})

test('a command with a condition that is too slow is disabled and apologises', async () => {
  const { id: guildId } = await aGuild(it)
  const condition = { field: 'data.options.text', op: 'matches', value: '^a$' }
  const { id } = await aWrittenCommand(it, guildId, {
    actions: [{ ...sendMessageAction(), condition }] as never,
  })
  const actions = JSON.stringify([{ ...sendMessageAction(), condition: { ...condition, value: HUGE } }])
  await it.app.db.updateTable('commands').set({ actions, version: 2 }).where('id', '=', id).execute()
  const answer = await answerInteraction(it.ctx(discord), anInteraction(guildId))
  expect(answer).toMatchObject({
    data: { content: expect.stringContaining('This command has an error') as string },
  })
  const row = it.app.db.selectFrom('commands').select(['enabled', 'stopped_at']).where('id', '=', id)
  expect(await row.executeTakeFirst()).toMatchObject({ enabled: 0, stopped_at: expect.any(String) as string })
})

test('an automation that changes between evaluation and commit is evaluated again', async () => {
  const { id: guildId } = await aGuild(it)
  const { id } = await anAutomation(it, guildId, [sendMessageAction()], {
    name: 'Changes',
    conditions: matching('a'),
  })
  const { runsOf, read } = guildOf(
    () => it,
    () => guildId,
  )
  const ctx = asRunner(it)
  let evaluations = 0
  const evaluator: Evaluator = {
    ...ctx.evaluator,
    async evaluate(...asked) {
      const verdict = await ctx.evaluator.evaluate(...asked)
      if (++evaluations === 1) {
        const automation = await read(id)
        const input = { ...authoredFields(automation), conditions: conditions.parse(matching('b')) }
        await updateAutomation(it.ctx(), { guildId, id, version: automation.version, ...input })
      }
      return verdict
    },
  }
  const events = [memberJoinEvent(guildId, { data: { text: 'a' } })]
  expect(await recordEvents({ ...ctx, evaluator }, { events })).toMatchObject({ recorded: 1 })
  expect([evaluations, await runsOf(id)]).toEqual([2, []])
})

/** A thread that marks the program it is at, and then ends or hangs on a hostile event. */
const script = `
  const { parentPort, workerData } = require('node:worker_threads')
  const marks = new Int32Array(workerData.marks)
  parentPort.on('message', ({ id, list, events, without }) => {
    if (list.json === null) return parentPort.postMessage({ id, unknown: true })
    if (!without.length && events[0].does) {
      marks[1] = id; marks[2] = 0; marks[0]++
      if (events[0].does === 'end') process.exit(1)
      for (;;);
    }
    parentPort.postMessage({ id, hits: [[1, 0]], faults: without })
  })`

test.each(['end', 'hang'])('a thread that does %s is replaced and no request is lost', async (does) => {
  let threads = 0
  const start = async (options: WorkerOptions) => {
    threads++
    return new Worker(script, { ...options, eval: true })
  }
  const evaluator = makeEvaluator(start, { every: 20, stuck: 3, silent: 500 })
  const rule = { field: 'x', op: 'matches' as const, value: 'a' }
  const program = { conditions: { match: 'all' as const, rules: [rule] }, types: null }
  const ask = (event: object) => evaluator.evaluate({ key: 'k', programs: [program, program] }, [event])
  const verdicts = await Promise.all([ask({ does }), ask({})])
  expect(verdicts).toMatchObject([
    { hits: [[1, 0]], faults: [{ program: 0, reason: 'time' }] },
    { hits: [[1, 0]], faults: [] },
  ])
  expect(threads).toBe(2)
  await evaluator.close()
})

test('a thread that never starts fails the request instead of hanging', async () => {
  const evaluator = makeEvaluator(() => Promise.reject(new Error('no thread')))
  const rule = { field: 'x', op: 'matches' as const, value: 'a' }
  const programs = [{ conditions: { match: 'all' as const, rules: [rule] }, types: null }]
  await expect(evaluator.evaluate({ key: 'k', programs }, [{}])).rejects.toThrow('keeps exiting')
  await evaluator.close()
})
