import { expect, test } from 'vitest'
import type { QuickStarted } from '#app/features/setup/quick-start.server.ts'
import { QuickStartResult } from '#app/features/setup/ui/quick-start.tsx'
import { renderInRouter } from '#tests/support/render.tsx'

const issues = [{ path: 'actions.0.type', message: 'The bot cannot see this channel.' }]
const resultOf = (over: Partial<QuickStarted> = {}) => {
  const automation = { id: 'a', name: 'Welcome new members' }
  const started = { automation, command: null, problem: null, ...over }
  const forecast = { failing: 0, total: 1, issues: [] }
  return renderInRouter(<QuickStartResult base="/server" started={{ forecast, ...started }} />)
}

test('only a greeting without warnings is announced as working', async () => {
  expect(await resultOf()).toContain('The bot now greets new members.')
  const warned = await resultOf({ forecast: { failing: 0, total: 1, issues } })
  expect(warned).not.toContain('now greets')
  expect(warned).toContain('The automation was created. 1 action has a warning.')
  expect(warned).toContain('The bot cannot see this channel.')
  expect(warned).toContain('href="/server/automations/a"')
  const failing = await resultOf({ forecast: { failing: 1, total: 1, issues } })
  expect(failing).toContain('The automation was created. 1 of 1 action would fail.')
})

test('a failed registration does not hide the warnings of the greeting', async () => {
  const problem = 'Discord is down.'
  expect(await resultOf({ problem })).toContain('Everything else is ready.')
  const both = await resultOf({ problem, forecast: { failing: 0, total: 1, issues } })
  expect(both).toContain('Discord did not register the command. 1 action has a warning.')
  expect(both).toContain('The bot cannot see this channel.')
})
