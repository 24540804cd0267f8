import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import {
  copyAutomation,
  createAutomation,
  listAutomations,
  toggleAutomation,
} from '#app/features/automations/automations.server.ts'
import { draftOf, newAction } from '#app/features/automations/draft.ts'
import { withActionType } from '#app/features/actions/config-fields.ts'
import { automationForm, dryRunForm } from '#app/features/automations/form.ts'
import { recentEvents } from '#app/features/automations/dry-run.server.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { templateOf } from '#app/features/automations/templates.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  openTestApp,
  refusalOf,
  runner,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { anAdministrator } from '#tests/support/db/management.ts'

const actions = [{ id: 'a', type: 'SEND_DM', config: { content: 'Hi' } }]
const inputOf = (name: string, description: string | null = null) =>
  automationInput.parse({ name, description, trigger: { events: ['MEMBER_JOIN'] }, actions })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let grace: Context
  beforeAll(async () => {
    it = await openTestApp(engine)
    grace = await anAdministrator(it)
  })
  afterAll(() => it.close())
  const admin = () => grace

  test('switching an automation keeps the rest, old versions and strangers are refused', async () => {
    const { id: guildId } = await aGuild(it)
    const made = await createAutomation(admin(), { guildId, ...inputOf('Greets') })
    const asked = { guildId, id: made.id }
    const on = await toggleAutomation(admin(), { ...asked, version: 1, enabled: true })
    expect(on).toEqual({ ...made, enabled: true, status: 'active', version: 2 })
    const late = () => toggleAutomation(admin(), { ...asked, version: 1, enabled: false })
    expect((await refusalOf(late)).code).toBe('precondition_failed')
    const stranger = it.ctx(userWith('member'))
    expect(
      (await refusalOf(() => toggleAutomation(stranger, { ...asked, version: 2, enabled: false }))).code,
    ).toBe('forbidden')
  })

  test('a copy is switched off and says that it is one, however long the name', async () => {
    const { id: guildId } = await aGuild(it)
    const made = await createAutomation(admin(), { guildId, ...inputOf('x'.repeat(100)), enabled: true })
    const copy = await copyAutomation(admin(), { guildId, id: made.id })
    expect(copy).toMatchObject({
      name: `${'x'.repeat(93)} (copy)`,
      enabled: false,
      status: 'draft',
      version: 1,
    })
    expect([copy.trigger, copy.actions]).toEqual([made.trigger, made.actions])
    expect((await refusalOf(() => copyAutomation(admin(), { guildId, id: 'nothing' }))).code).toBe(
      'not_found',
    )
  })

  test('a list is narrowed by a text in the name or the description', async () => {
    const { id: guildId } = await aGuild(it)
    for (const input of [inputOf('Greets'), inputOf('Counts', 'Says 100% hello'), inputOf('Hello')]) {
      await createAutomation(admin(), { guildId, ...input })
    }
    const found = async (q: string) => {
      const { automations, total } = await listAutomations(admin(), { guildId, q, limit: 10, offset: 0 })
      return [total, ...automations.map(({ name }) => name)]
    }
    expect(await found('HELLO')).toEqual([2, 'Counts', 'Hello'])
    expect(await found('0%')).toEqual([1, 'Counts'])
    expect(await found('_')).toEqual([0])
  })

  test('events to try with are the latest, and the latest of each type that is asked for', async () => {
    const { id: guildId } = await aGuild(it)
    const at = (second: number) => new Date(Date.parse('2026-11-21T10:00:00Z') + second * 1000).toISOString()
    const join = anEvent({ guild_id: guildId, type: 'MEMBER_JOIN', occurred_at: at(0) })
    const messages = Array.from({ length: 30 }, (_, index) =>
      anEvent({ guild_id: guildId, occurred_at: at(index + 1) }),
    )
    await recordEvents(it.ctx(runner()), { events: [join, ...messages] })
    const found = await recentEvents(admin(), { guildId, types: ['MEMBER_JOIN', 'VOICE_JOIN'] })
    const latest = messages.slice(-25).reverse()
    expect(found.map(({ id }) => id)).toEqual([...latest, join].map(({ id }) => id))
    expect(await recentEvents(admin(), { guildId, types: [] })).toHaveLength(25)
  })
})

const values = {
  name: 'Weekly',
  description: ' ',
  'trigger.events.SCHEDULE': 'yes',
  'trigger.schedule.cron': '0 16 * * 5',
  'trigger.schedule.timezone': 'Europe/Paris',
  'conditions.match': 'any',
  'conditions.rules': '[{"field":"actor.id","op":"in","value":["1","","2",""]}]',
  actions: JSON.stringify(actions),
  'cooldown.scope': 'guild',
  'cooldown.seconds': '60',
}

test('the fields of a form become an automation, and a draft shows what was typed', () => {
  const parsed = automationForm.parse(values)
  expect(parsed).toMatchObject({
    name: 'Weekly',
    description: null,
    enabled: false,
    trigger: { events: ['SCHEDULE'], schedule: { cron: '0 16 * * 5', timezone: 'Europe/Paris' } },
    conditions: { match: 'any', rules: [{ field: 'actor.id', op: 'in', value: ['1', '2'] }] },
    cooldown: { scope: 'guild', seconds: 60 },
  })
  const draft = draftOf(templateOf(null), values, 'UTC')
  expect(draft).toMatchObject({
    events: ['SCHEDULE'],
    schedule: parsed.trigger.schedule,
    conditions: { match: 'any', rules: [{ field: 'actor.id' }] },
    actions,
    cooldown: parsed.cooldown,
  })
  expect(draftOf(templateOf('welcome'), { actions: '[{' }, 'UTC').actions).toEqual(
    templateOf('welcome').actions,
  )
})

test.each([
  ['actions', { actions: '[{' }],
  ['actions', { actions: '' }],
  ['actions.0.config.content', { actions: '[{"id":"a","type":"LOG_TO_CHANNEL","config":{}}]' }],
  ['conditions.rules', { 'conditions.rules': '{}' }],
  ['trigger.events', { 'trigger.events.SCHEDULE': '', 'trigger.events.MEMBER_JOIN': '' }],
  ['cooldown.seconds', { 'cooldown.seconds': 'x' }],
  ['trigger.schedule.timezone', { 'trigger.schedule.timezone': 'Mars/Base' }],
])('what is wrong at %s is said there: %j', (path, over) => {
  expect(
    automationForm.safeParse({ ...values, ...over }).error?.issues.map((issue) => issue.path.join('.')),
  ).toEqual([path])
})

test('the event to try with is made up, one that happened, or one of one’s own', () => {
  expect(dryRunForm.parse({ try: 'sample:MEMBER_BAN' }).event).toMatchObject({ type: 'MEMBER_BAN' })
  expect(dryRunForm.parse({ try: '' })).toEqual({})
  expect(dryRunForm.parse({ try: 'recent:e1', event: '{' })).toEqual({ event_id: 'e1' })
  expect(dryRunForm.parse({ try: 'own', event: '{"type":"SCHEDULE"}' }).event).toMatchObject({ actor: null })
  const pathsOf = (given: Record<string, string>) =>
    dryRunForm.safeParse(given).error?.issues.map((issue) => issue.path.join('.'))
  for (const odd of ['sample:toString', 'sample', 'latest']) expect(pathsOf({ try: odd })).toEqual(['try'])
  expect(pathsOf({ try: 'own', event: '{' })).toEqual(['event'])
  expect(pathsOf({ try: 'own', event: '{"type":"RAIN"}' })).toEqual(['event.type'])
  expect(pathsOf({ try: 'recent:' })).toEqual(['event_id'])
})

test('a new action gets an id, and a change of type keeps the common settings', () => {
  expect(newAction('SEND_DM', [{ id: 'step-2' }]).id).toBe('step-3')
  const before = { id: 'a', type: 'SEND_DM' as const, config: { content: 'Hi', user_id: '1' } }
  expect(withActionType(before, 'LOG_TO_CHANNEL')).toEqual({
    id: 'a',
    type: 'LOG_TO_CHANNEL',
    config: { content: 'Hi' },
  })
  expect(withActionType(before, 'CALL_WEBHOOK').config).toEqual({ method: 'POST' })
})
