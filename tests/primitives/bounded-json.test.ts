import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  JsonLimitError,
  emptyBelow,
  MAX_INNER_LEVELS,
  measureText,
  measureValue,
  parseLimited,
  parseStored,
} from '#app/primitives/bounded-json.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { gatewayEvent } from '#app/features/events/schema.ts'
import { parseJson } from '#app/http/protocol/read-body.server.ts'
import { readFrame as readServerFrame } from '#app/runner/protocol.ts'
import { anEvent } from '#tests/support/discord/scripted-service.ts'
import { tries } from '#tests/support/depth.ts'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

test('the text is measured as its parsed value is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(3), (value, spaces) => {
      expect(measureText(JSON.stringify(value, null, spaces))).toEqual(measureValue(value))
    }),
    tries(),
  )
})

test('brackets and commas inside of strings do not count', () => {
  expect(measureText(String.raw`["[[{,\"[,\\", {"\\\"[[": "]"}]`)).toEqual({ levels: 2, items: 3 })
})

test('JSON has 64 levels and 10,000 keys and items at most', () => {
  expect(parseLimited(lists(64))).toBeDefined()
  expect(parseLimited(objects(64))).toBeDefined()
  expect(parseLimited(JSON.stringify(Array(10_000).fill(0)))).toHaveLength(10_000)
  for (const text of [lists(65), objects(65), JSON.stringify(Array(10_001).fill(0)), '['.repeat(1_000_000)])
    expect(() => parseLimited(text)).toThrow(JsonLimitError)
})

test('a body beyond the bounds is refused as invalid before it is parsed', () => {
  for (const text of [lists(20_000), objects(20_000), '['.repeat(500_000)])
    expect(() => parseJson(Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('64 levels') }),
    )
})

test('values below a level are emptied, and the rest stays as it is', () => {
  expect(emptyBelow('{"a":[1,{"b":[2]},"[{"],"c":3}', 2)).toBe('{"a":[],"c":3}')
  expect(emptyBelow('{"a":[1,{"b":[2]},"[{"],"c":3}', 3)).toBe('{"a":[1,{},"[{"],"c":3}')
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 1, max: 5 }), (value, level) => {
      const text = JSON.stringify(value)
      const { levels } = measureText(text)
      expect(measureValue(JSON.parse(emptyBelow(text, level))).levels).toBe(Math.min(levels, level))
    }),
    tries(),
  )
})

test('a value that an older version stored deeper comes back without its depths', () => {
  expect(measureValue(parseStored(objects(20_000))).levels).toBe(MAX_INNER_LEVELS)
  expect(parseStored('{"a":[1]}')).toEqual({ a: [1] })
})

test('the data of an event has 60 levels at most, and a deeper one never throws', () => {
  const withData = (text: string) => gatewayEvent.safeParse(anEvent({ data: JSON.parse(text) as never }))
  expect(withData(objects(60)).success).toBe(true)
  for (const levels of [61, 3_000, 20_000]) expect(withData(objects(levels)).success).toBe(false)
})

test('a webhook body has 64 levels at most', () => {
  const saved = (body: string) =>
    automationInput.safeParse({
      name: 'Call',
      trigger: { events: ['MEMBER_JOIN'] },
      actions: [{ id: 'a', type: 'CALL_WEBHOOK', config: { url: 'https://example.com/', body } }],
    }).success
  expect(saved(lists(64))).toBe(true)
  expect(saved(lists(3_000))).toBe(false)
})

test('a runner reads no frame beyond the bounds', () => {
  expect(readServerFrame('{"op":"hello","d":{}}')).toEqual({ op: 'hello', d: {} })
  expect(readServerFrame(`{"op":"job","d":${lists(20_000)}}`)).toBeNull()
})

test('an action without an id gets the first free one', () => {
  const log = { type: 'LOG_TO_CHANNEL', config: { content: 'x' } }
  const idsOf = (...ids: (string | undefined)[]) =>
    automationInput
      .parse({ name: 'x', trigger: { events: ['MEMBER_JOIN'] }, actions: ids.map((id) => ({ ...log, id })) })
      .actions.map(({ id }) => id)
  expect(idsOf(undefined)).toEqual(['step-1'])
  expect(idsOf('greet', undefined, 'step-4', undefined, undefined)).toEqual([
    'greet',
    'step-2',
    'step-4',
    'step-5',
    'step-6',
  ])
  expect(() => idsOf('a', 'a')).toThrow('Give each action a different id.')
})
