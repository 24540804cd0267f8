import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ruleOps } from '#app/features/actions/operator-labels.ts'
import { orderedActions } from '#app/features/actions/config-fields.ts'
import { templateOf } from '#app/features/automations/templates.ts'
import { AutomationEditor } from '#app/features/automations/ui/editor.tsx'
import { renderInRouter } from '#tests/support/render.tsx'

const saved = templateOf(null)

async function renderEditor(values: Record<string, string>) {
  const props = {
    id: 'form',
    intent: 'create' as const,
    saved,
    guild: { id: '100000000000000001', name: 'A guild' },
    timezone: 'UTC',
    now: '2026-01-01T00:00:00.000Z',
  }
  return renderInRouter(<AutomationEditor {...props} values={values} refusal={undefined} />)
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
