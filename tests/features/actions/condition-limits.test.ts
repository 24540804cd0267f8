import { expect, test } from 'vitest'
import { runWithinBudget } from '#app/features/automations/budget.server.ts'
import { conditions } from '#app/features/actions/conditions.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { commandInput } from '#app/features/commands/schema.ts'

test('conditions of more than 64 KiB are refused at their field', () => {
  const value = (length: number) => Array.from({ length }, () => 'ä'.repeat(500))
  const list = (length: number) => ({ field: 'data.text', op: 'in', value: value(length) })
  const pathOf = (rules: object[]) => conditions.safeParse({ rules }).error?.issues[0]?.path.join('.')
  expect(pathOf([list(60)])).toBeUndefined()
  expect(pathOf([list(60), list(60)])).toBe('rules')
  expect(pathOf([list(70)])).toBe('rules.0.value')
})

const message = (text: string) => ({ type: 'LOG_TO_CHANNEL', config: { content: text } })
const hook = () => ({
  type: 'CALL_WEBHOOK',
  config: { url: 'https://example.org', body: 'ä'.repeat(8_000) },
})
const schemas = {
  command: (actions: object[]) =>
    commandInput.safeParse({ name: 'x', description: 'x', response: { type: 'action_only' }, actions }),
  automation: (actions: object[]) =>
    automationInput.safeParse({ name: 'x', trigger: { events: ['MEMBER_JOIN'] }, actions }),
}
const pathsIn = (kind: keyof typeof schemas, actions: object[]) =>
  schemas[kind](actions).error?.issues.map(({ path }) => path.join('.'))

test('conditions of the actions of a command together have the bound of an automation', () => {
  const value = Array.from({ length: 60 }, () => 'ä'.repeat(500))
  const acting = { ...message('x'), condition: { field: 'data.text', op: 'in', value } }
  expect(pathsIn('command', [acting])).toBeUndefined()
  expect(pathsIn('command', [acting, acting])).toEqual(['actions'])
})

test.each(['command', 'automation'] as const)('the actions of a %s have 128 KiB in total', (kind) => {
  expect(pathsIn(kind, Array.from({ length: 8 }, hook))).toBeUndefined()
  expect(pathsIn(kind, Array.from({ length: 9 }, hook))).toEqual(['actions'])
})

test('a budget is exceeded only when the second attempt needs too much processor time', () => {
  /** Clocks that advance by so many milliseconds with each run. */
  const exceeds = (...runs: { wall: number; cpu: number }[]) => {
    const now = { wall: 0, cpu: 0 }
    let run = 0
    const clocks = { wall: () => now.wall, cpu: () => now.cpu }
    const work = () => {
      now.wall += runs[run]!.wall
      now.cpu += runs[run++]!.cpu
      return run
    }
    return { ...runWithinBudget(work, clocks), runs: run }
  }
  const [quick, paused, slow] = [
    { wall: 5, cpu: 5 },
    { wall: 500, cpu: 5 },
    { wall: 500, cpu: 90 },
  ]
  expect(exceeds(quick)).toEqual({ result: 1, took: 5, isTooSlow: false, runs: 1 })
  expect(exceeds(paused, paused)).toMatchObject({ result: 1, isTooSlow: false, runs: 2 })
  expect(exceeds(slow, quick)).toMatchObject({ isTooSlow: false, runs: 2 })
  expect(exceeds(slow, slow)).toMatchObject({ isTooSlow: true, runs: 2 })
})
