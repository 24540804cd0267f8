import { expect, test } from 'vitest'
import { automationForm } from '#app/features/automations/form.ts'
import { readPlainFields } from '#app/features/automations/plain-form.ts'

const form = {
  plain: 'yes',
  intent: 'create',
  name: 'Welcome',
  'trigger.events.MEMBER_JOIN': 'yes',
  'conditions.rules.0.field': 'actor.is_bot',
  'conditions.rules.0.op': 'eq',
  'conditions.rules.0.value:truth': 'false',
  'conditions.rules.0.was': 'eq actor.is_bot',
  'actions.0.type': 'SEND_MESSAGE',
  'actions.0.id': 'greet',
  'actions.0.on_error': 'stop',
  'actions.0.delay_seconds:number': '60',
  'actions.0.config.channel_id': '300000000000000006',
  'actions.0.config.content': 'Hello!',
  'actions.0.config.embed.title': '',
  'actions.0.config.embed.color:color': '',
}

const read = (over: Record<string, string | undefined>) =>
  readPlainFields(JSON.parse(JSON.stringify({ ...form, ...over })) as Record<string, string>)
const actionsOf = (over: Record<string, string | undefined>) => JSON.parse(read(over).actions!) as unknown[]
const rulesOf = (over: Record<string, string | undefined>) =>
  JSON.parse(read(over)['conditions.rules']!) as unknown[]

test('a form without scripts is read field by field, without empty fields', () => {
  const { conditions, actions } = automationForm.parse(read({}))
  expect(conditions.rules).toEqual([{ field: 'actor.is_bot', op: 'eq', value: false }])
  expect(actions).toEqual([
    {
      id: 'greet',
      type: 'SEND_MESSAGE',
      config: { channel_id: '300000000000000006', content: 'Hello!' },
      delay_seconds: 60,
      on_error: 'stop',
    },
  ])
})

test('a form of scripts is not changed', () => {
  const values = { intent: 'save', actions: '[]', 'actions.0.type': 'SEND_DM' }
  expect(readPlainFields(values)).toBe(values)
})

test('a field of another kind changes the comparison and the value', () => {
  const name = { 'conditions.rules.0.field': 'actor.name' }
  expect(rulesOf(name)).toEqual([{ field: 'actor.name', op: 'eq', value: '' }])
  expect(rulesOf({ ...name, 'conditions.rules.0.op': 'in' })).toMatchObject([{ op: 'in', value: [] }])
  const text = { ...name, 'conditions.rules.0.was': 'eq actor.name', 'conditions.rules.0.value': 'Ada' }
  const without = { ...text, 'conditions.rules.0.value:truth': undefined }
  expect(rulesOf(without)).toEqual([{ field: 'actor.name', op: 'eq', value: 'Ada' }])
  expect(rulesOf({ ...without, 'conditions.rules.0.op': 'in' })).toMatchObject([{ value: ['Ada'] }])
  expect(rulesOf({ ...without, 'conditions.rules.0.op': 'exists' })).toMatchObject([{ value: true }])
  const flag = { 'conditions.rules.0.op': 'contains' }
  expect(rulesOf(flag)).toEqual([{ field: 'actor.is_bot', op: 'eq', value: false }])
  const chosen = { 'conditions.rules.0.choice': 'data.length', 'conditions.rules.0.op': 'gt' }
  expect(rulesOf(chosen)).toMatchObject([{ field: 'data.length', op: 'gt' }])
})

test('the sample event follows the trigger, and schedule fields appear once chosen', () => {
  const voice = { 'trigger.events.MEMBER_JOIN': '', 'trigger.events.VOICE_JOIN': 'yes' }
  expect(read({ ...voice, try: 'sample:MEMBER_JOIN' }).try).toBe('sample:VOICE_JOIN')
  expect(read({ ...voice, try: 'recent:1' }).try).toBe('recent:1')
  expect(read({ try: 'sample:MEMBER_JOIN' }).try).toBe('sample:MEMBER_JOIN')
  const scheduled = read({ 'trigger.events.SCHEDULE': 'yes' })
  expect(automationForm.safeParse(scheduled).error?.issues).toMatchObject([
    {
      path: ['trigger', 'schedule', 'cron'],
      message: expect.stringContaining('Enter five fields') as string,
    },
  ])
})

test('another type of action keeps only the fields that both have', () => {
  expect(actionsOf({ 'actions.0.type': 'ADD_ROLE', 'actions.0.config.reason': 'New' })).toMatchObject([
    { type: 'ADD_ROLE', config: { reason: 'New' } },
  ])
  const webhook = {
    'actions.0.type': 'CALL_WEBHOOK',
    'actions.0.config.headers:lines': 'Authorization: Bearer a:b\r\n\r\n',
  }
  expect(actionsOf(webhook)).toMatchObject([
    { config: { method: 'POST', headers: { Authorization: 'Bearer a:b' } } },
  ])
})

test('buttons add, move and remove rows, and the intent becomes “edit”', () => {
  const added = read({ intent: 'edit add actions' })
  expect(added.intent).toBe('edit')
  const second = { 'actions.1.type': 'SEND_DM', 'actions.1.id': 'dm', 'actions.1.on_error': 'stop' }
  expect(JSON.parse(added.actions!)).toMatchObject([{ id: 'greet' }, { id: 'step-2' }])
  expect(actionsOf({ ...second, intent: 'edit move actions 1 0' })).toMatchObject([
    { id: 'dm' },
    { id: 'greet' },
  ])
  expect(actionsOf({ ...second, intent: 'edit remove actions 0' })).toMatchObject([{ id: 'dm' }])
  expect(rulesOf({ intent: 'edit remove conditions.rules 0' })).toEqual([])
  expect(rulesOf({ intent: 'edit add conditions.rules' })).toHaveLength(2)
  expect(actionsOf({ intent: 'edit add actions.0.config.embed.fields' })).toMatchObject([
    { config: { embed: { fields: [{ name: '', value: '', inline: true }] } } },
  ])
})

test.each([
  `actions.0.config.${'a.'.repeat(12)}b`,
  'actions.500.type',
  'actions.0.config.__proto__.polluted',
  'actions.first',
  'actions',
])('the field %s makes the actions unreadable, so that they are refused', (name) => {
  expect(actionsOf({ [name]: 'x' })).toEqual(['unreadable'])
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
