import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ruleOps } from '#app/features/actions/operator-labels.ts'
import { orderedActions } from '#app/features/actions/config-fields.ts'
import { templateOf } from '#app/features/automations/templates.ts'
import { AutomationEditor } from '#app/features/automations/ui/editor.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { renderInRouter } from '#tests/support/render.tsx'

const saved = templateOf(null)

async function renderEditor(values: Record<string, string>, refusal?: FormRefusal) {
  const props = {
    id: 'form',
    intent: 'create' as const,
    saved,
    guild: { id: '100000000000000001', name: 'A guild' },
    timezone: 'UTC',
    now: '2026-01-01T00:00:00.000Z',
  }
  return renderInRouter(<AutomationEditor {...props} values={values} refusal={refusal} />)
}

const anything = fc.jsonValue({ maxDepth: 3 })
const item = fc.record(
  {
    field: fc.oneof(fc.string(), anything),
    op: fc.oneof(fc.constantFrom<string>(...ruleOps, 'constructor', '__proto__', 'nothing'), anything),
    value: anything,
    type: fc.oneof(fc.constantFrom<string>(...orderedActions, 'toString', 'NOTHING'), anything),
    config: anything,
    delay_seconds: anything,
    on_error: fc.oneof(fc.constantFrom('stop', 'continue', null), anything),
    id: fc.oneof(fc.string(), anything),
  },
  { requiredKeys: [] },
)
const list = fc.oneof(
  fc.array(item, { maxLength: 4 }).map((items) => JSON.stringify(items)),
  fc.json(),
  fc.string(),
)

/** Actions with an embed that has an object instead of a text, which the random values reach too rarely. */
const embeds = [{ title: { x: 1 } }, { author: { name: {} } }, { fields: [{ name: { x: 1 } }] }].map(
  (embed): [string, string] => ['[]', JSON.stringify([{ type: 'SEND_MESSAGE', config: { embed } }])],
)

test('the editor shows any rules and actions that were submitted', async () => {
  await fc.assert(
    fc.asyncProperty(list, list, async (rules, actions) => {
      const warn = vi.spyOn(console, 'error')
      expect(await renderEditor({ 'conditions.rules': rules, actions })).toContain('<form')
      expect(warn).not.toHaveBeenCalled()
    }),
    { numRuns: 60, examples: embeds },
  )
})

test('without scripts, errors name the row and the field, and link to the field', async () => {
  const embed = { fields: [{ name: 'Day', value: '', inline: true }] }
  const action = { id: 'greet', type: 'SEND_MESSAGE', config: { embed }, delay_seconds: 0, on_error: 'stop' }
  const rule = { field: 'actor.name', op: 'eq', value: '' }
  const values = {
    plain: 'yes',
    'conditions.rules': JSON.stringify([rule]),
    actions: JSON.stringify([action]),
  }
  const labels = {
    name: 'Name',
    'trigger.events': 'Events',
    'conditions.rules': 'Conditions',
    'conditions.rules.0.op': 'Condition 1, Comparison',
    actions: 'Actions',
    'actions.0.type': 'Action 1 (Send a message)',
    'actions.0.config': 'Action 1 (Send a message)',
    'actions.0.config.channel_id': 'Action 1 (Send a message), Channel',
    'actions.0.config.content': 'Action 1 (Send a message), Text',
    'actions.0.config.embed.title': 'Action 1 (Send a message), Title',
    'actions.0.config.embed.author.name': 'Action 1 (Send a message), Author',
    'actions.0.config.embed.fields.0.value': 'Action 1 (Send a message), Embed field 1, Text',
    'actions.0.delay_seconds': 'Action 1 (Send a message), Delay in seconds',
  }
  const issues = Object.keys(labels).map((path) => ({ path, message: 'Wrong.' }))
  const html = await renderEditor(values, { error: 'Wrong.', issues, values, intent: 'create' })
  const links = [...html.matchAll(/<a href="#([^"]+)"[^>]*>([^<]+): (?:<!-- -->)*Wrong\.</g)]
  expect(links.map(([, , label]) => label!.replaceAll('<!-- -->', ''))).toEqual(Object.values(labels))
  for (const [, id] of links) expect(html.split(`id="${id}"`), id).toHaveLength(2)
})
