import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fields } from '#agent-tools/tool/tool-schema.ts'
import { validateInputs, type Property } from '#agent-tools/tool/schema.ts'
import { allTools } from '#agent-tools/page-tools.ts'
import { tries } from '#tests/support/depth.ts'

const one = (schema: z.ZodType) => fields(z.object({ a: schema.optional() }))!.a as Property
/** Whether a value passes for it. */
const takes = (schema: z.ZodType, a: unknown) =>
  'value' in validateInputs({ properties: { a: one(schema) }, required: [] }, { a })

test('what may be null may be empty, for no host takes two types', () => {
  expect(one(z.string().min(3).nullable())).toEqual({ type: 'string' })
  expect(one(z.string().regex(/^\d+$/).nullable())).toEqual({ type: 'string', pattern: '^$|^\\d+$' })
  expect(one(z.enum(['x', 'y']).nullable())).toEqual({ type: 'string', enum: ['', 'x', 'y'] })
  expect(one(z.int().min(30).max(90).nullable())).toEqual({ type: 'integer', minimum: 0, maximum: 90 })
})

test('a list has what is in it, and how many is left to the server', () => {
  expect(one(z.array(z.int()).max(3))).toEqual({ type: 'array', items: { type: 'integer' } })
})

test('a union of objects has the fields of all and requires only the common ones', () => {
  const form = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('a'), text: z.string(), more: z.object({ x: z.string() }) }),
    z.strictObject({
      kind: z.literal('b'),
      text: z.string(),
      more: z.object({ y: z.int() }),
      z: z.boolean(),
    }),
  ])
  expect(one(form)).toEqual({
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['a', 'b'] },
      text: { type: 'string' },
      more: { type: 'object', properties: { x: { type: 'string' }, y: { type: 'integer' } } },
      z: { type: 'boolean' },
    },
    required: ['kind', 'text', 'more'],
    additionalProperties: false,
  })
})

test('a choice of numbers stays a choice, and other mixed types accept anything', () => {
  expect(one(z.union([z.literal(1), z.literal(2)]))).toEqual({ type: 'integer', enum: [1, 2] })
  expect(one(z.union([z.string(), z.int()]))).toEqual({ type: 'string' })
  expect(one(z.union([z.string(), z.boolean()]))).toEqual({})
})

test('days and times have a pattern that a model can read', () => {
  expect(takes(z.iso.date(), '2026-11-22')).toBe(true)
  expect(takes(z.iso.date(), 'tomorrow')).toBe(false)
  expect(takes(z.iso.datetime(), '2026-11-22T09:00:00Z')).toBe(true)
})

test('objects that lie deep are any object', () => {
  const deep = z.object({ b: z.object({ c: z.object({ d: z.string() }) }) })
  expect(JSON.stringify(one(deep))).toContain('"c":{"type":"object"}')
})

test('what has no type at all has no place in a tool', () => {
  expect(() => fields(z.object({ a: z.unknown() }))).toThrow('not portable')
})

const nested = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('', 'a', 1, -1, 0.5, true, null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('id', 'type', 'config', 'x'), tie('value')),
})).value

test('no tool accepts what its own schema refuses, however deeply it is nested', async () => {
  const tools = (await allTools()).map(({ tool }) => tool.inputSchema as never)
  fc.assert(
    fc.property(fc.constantFrom(...tools), nested, (schema, value) => {
      const { properties, required } = schema as { properties: Record<string, Property>; required: string[] }
      for (const name of Object.keys(properties)) {
        const checked = validateInputs({ properties, required: [] }, { [name]: value })
        if ('wrong' in checked) expect(checked.wrong.path).toMatch(new RegExp(`^${name}`))
      }
      expect(validateInputs({ properties, required }, { nothing: value })).toHaveProperty('wrong')
    }),
    tries(300),
  )
})
