import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rule as ruleSchema, type Rule } from '#app/features/actions/conditions.ts'
import { ruleOps, type RuleOp } from '#app/features/actions/operator-labels.ts'
import { matchesConditions, matchesRule as ruleHoldsWith, valueAt } from '#app/features/actions/evaluate.ts'
import { compilePatterns, matcherFor } from '#app/features/automations/evaluation/patterns.ts'
import { tries } from '#tests/support/depth.ts'

/** As the evaluation thread does it: a pattern that does not compile matches nothing. */
const ruleHolds = (rule: Rule, event: object) => {
  const compiled = compilePatterns([rule])
  return ruleHoldsWith(rule, event, compiled.fault ? () => false : matcherFor(compiled))
}

const event = {
  type: 'MESSAGE_CREATE',
  actor: { id: '900719925474099312', name: 'Ada', is_bot: false },
  target: null,
  data: {
    content: 'Hello, World',
    count: 10,
    text: '10',
    roles: ['1', '2'],
    none: null,
    empty: '',
    values: [3],
  },
}
const holds = (field: string, op: RuleOp, value: Rule['value']) => ruleHolds({ field, op, value }, event)

const table: [field: string, op: RuleOp, value: Rule['value'], holds: boolean][] = [
  ['type', 'eq', 'MESSAGE_CREATE', true],
  ['type', 'eq', 'message_create', false],
  ['data.count', 'eq', 10, true],
  ['data.count', 'eq', '10', true],
  ['data.text', 'eq', 10, true],
  ['data.text', 'eq', '10.0', false],
  ['data.count', 'eq', '', false],
  ['data.empty', 'eq', 0, false],
  ['actor.is_bot', 'eq', false, true],
  ['actor.is_bot', 'eq', 'false', true],
  ['actor.is_bot', 'eq', 0, false],
  ['data.roles', 'eq', '1', false],
  ['type', 'neq', 'SCHEDULE', true],
  ['type', 'neq', 'MESSAGE_CREATE', false],
  ['data.count', 'in', ['9', 10], true],
  ['data.count', 'in', [], false],
  ['data.count', 'not_in', [1, 2], true],
  ['data.count', 'not_in', [10], false],
  ['data.content', 'contains', 'World', true],
  ['data.content', 'contains', 'world', false],
  ['data.roles', 'contains', '2', true],
  ['data.roles', 'contains', 2, true],
  ['data.roles', 'contains', '12', false],
  ['data.content', 'not_contains', 'x', true],
  ['data.roles', 'not_contains', '1', false],
  ['data.content', 'starts_with', 'Hello', true],
  ['data.content', 'starts_with', 'World', false],
  ['data.content', 'ends_with', 'World', true],
  ['data.count', 'starts_with', '1', true],
  ['data.roles', 'starts_with', '1', false],
  ['data.content', 'matches', '^H.llo', true],
  ['data.content', 'matches', '(?i)WORLD$', true],
  ['data.content', 'matches', 'hello', false],
  ['data.content', 'matches', '(', false],
  ['data.roles', 'matches', '1', false],
  ['data.count', 'gt', 9, true],
  ['data.text', 'gt', '9', true],
  ['data.count', 'gt', 10, false],
  ['data.count', 'gte', 10, true],
  ['data.count', 'lt', 10.5, true],
  ['data.count', 'lte', 9, false],
  ['data.content', 'gt', 1, false],
  ['data.content', 'lt', 1, false],
  ['actor.is_bot', 'lt', 1, false],
  ['actor.id', 'gt', '900719925474099311', true],
  ['actor.id', 'lt', '900719925474099313', true],
  ['actor.id', 'lte', '900719925474099311', false],
  ['data.values.0', 'eq', 3, true],
  ['data.content', 'exists', true, true],
  ['data.empty', 'exists', true, true],
  ['data.content', 'exists', false, false],
]

test.each(table)('%s %s %j is %s', (field, op, value, expected) => {
  expect(ruleSchema.safeParse({ field, op, value }).success).toBe(true)
  expect(holds(field, op, value)).toBe(expected)
})

const absent = [
  'data.nothing',
  'data.none',
  'target.id',
  'data.content.length',
  'data.roles.length',
  'constructor',
]

test.each(absent)(
  'of %s, which is not there, only exists false, neq, not_in and not_contains hold',
  (field) => {
    const values: Partial<Record<RuleOp, Rule['value']>> = {
      exists: false,
      in: ['x'],
      not_in: ['x'],
      gt: 1,
      matches: '.*',
    }
    const held = ruleOps.filter((op) => holds(field, op, values[op] ?? 'x'))
    expect(held.sort()).toEqual(['exists', 'neq', 'not_contains', 'not_in'])
    expect(holds(field, 'exists', true)).toBe(false)
  },
)

test('nothing that an object inherits is a field', () => {
  for (const path of ['toString', '__proto__', 'data.__proto__', 'data.constructor.name', 'data.roles.map']) {
    expect(valueAt(event, path)).toBeUndefined()
  }
  expect(valueAt(JSON.parse('{"__proto__": {"a": 1}}') as object, '__proto__.a')).toBe(1)
})

test('all rules must hold, or any; without rules everything does', () => {
  const yes: Rule = { field: 'type', op: 'exists', value: true }
  const no: Rule = { field: 'type', op: 'exists', value: false }
  const outcome = (match: 'all' | 'any', rules: Rule[]) => matchesConditions({ match, rules }, event)
  expect([outcome('all', [yes, yes]), outcome('all', [yes, no])]).toEqual([true, false])
  expect([outcome('any', [no, yes]), outcome('any', [no, no])]).toEqual([true, false])
  expect([outcome('all', []), outcome('any', [])]).toEqual([true, true])
})

test('a pattern that would take other engines for ever takes no time', () => {
  const evil = { data: { content: `${'a'.repeat(3_000)}!` } }
  const began = performance.now()
  expect(ruleHolds({ field: 'data.content', op: 'matches', value: '^(a+)+$' }, evil)).toBe(false)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(
    ruleHolds({ field: 'data.content', op: 'matches', value: '((((a{100}){100}){100}){100})' }, evil),
  ).toBe(false)
})

const scalar = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean())
const anyValue = fc.oneof(scalar, fc.constant(null), fc.constant(undefined), fc.array(scalar), fc.object())

test('an operator and its opposite never both hold, and one of them does', () => {
  const pairs: [RuleOp, RuleOp][] = [
    ['eq', 'neq'],
    ['in', 'not_in'],
    ['contains', 'not_contains'],
  ]
  fc.assert(
    fc.property(anyValue, scalar, (found, value) => {
      for (const [op, opposite] of pairs) {
        const given = op === 'in' ? [value] : value
        const either = [op, opposite].map((name) =>
          ruleHolds({ field: 'x', op: name, value: given }, { x: found }),
        )
        expect(either[0]).toBe(!either[1])
      }
    }),
    tries(),
  )
})

test('numbers are ordered as numbers are, also as texts', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.boolean(), (x, value, asText) => {
      const one = (op: RuleOp) => ruleHolds({ field: 'x', op, value: asText ? String(value) : value }, { x })
      expect([one('gt'), one('gte'), one('lt'), one('lte'), one('eq')]).toEqual([
        x > value,
        x >= value,
        x < value,
        x <= value,
        x === value,
      ])
    }),
    tries(),
  )
})

test('whatever comes, a rule holds or does not, and nothing throws', () => {
  const anyRule = fc.record({
    field: fc.constantFrom('x', 'x.y', 'x.0'),
    op: fc.constantFrom(...ruleOps),
    value: fc.oneof(scalar, fc.array(scalar)),
  })
  fc.assert(
    fc.property(anyRule, anyValue, (one, x) => typeof ruleHolds(one, { x }) === 'boolean'),
    tries(),
  )
})
