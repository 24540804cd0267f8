import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fields, toToolRoute } from '#agent-tools/tool/tool-schema.ts'
import { validateInputs, type Inputs } from '#agent-tools/tool/schema.ts'
import { operations } from '#app/openapi/operations.ts'
import { searchSite } from '#app/features/content/operations.ts'
import { tries } from '#tests/support/depth.ts'

/** The inputs of a tool that takes what an object schema takes. */
const inputsOf = (schema: z.ZodObject): Inputs => ({
  properties: fields(schema)!,
  required: z.toJSONSchema(schema, { io: 'input' }).required ?? [],
})

/** A schema and the values that it may be asked about with some hope. */
type Field = { schema: z.ZodType; hopeful: fc.Arbitrary<unknown> }

const small = fc.integer({ min: -3, max: 6 })
const words = ['', 'a', 'ab', ' a', 'abc-1', 'ABC', 'é🙂', 'a\nb', '__proto__']
const patterns = [/^[a-z]+$/, /^[a-z0-9]+(-[a-z0-9]+)*$/, /\S/, /^.{2}$/, /^\/(?!\/)/]
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const aString = fc
  .tuple(maybe(fc.nat(2)), maybe(fc.integer({ min: 2, max: 6 })), maybe(fc.constantFrom(...patterns)))
  .map(([min, max, pattern]): Field => {
    let schema = z.string()
    if (min !== undefined) schema = schema.min(min)
    if (max !== undefined) schema = schema.max(max)
    if (pattern) schema = schema.regex(pattern)
    return { schema, hopeful: fc.constantFrom(...words) }
  })
const aNumber = fc
  .tuple(fc.boolean(), maybe(small), maybe(small), fc.boolean())
  .map(([whole, low, high, open]): Field => {
    let schema: z.ZodNumber = whole ? z.int() : z.number()
    if (low !== undefined) schema = open ? schema.gt(low) : schema.min(low)
    if (high !== undefined) schema = open ? schema.lt(high) : schema.max(high)
    return { schema, hopeful: small }
  })
const anEnum = fc
  .uniqueArray(fc.constantFrom(...words), { minLength: 1 })
  .map((some): Field => ({ schema: z.enum(some), hopeful: fc.constantFrom(...some) }))
const aBoolean = fc.constant<Field>({ schema: z.boolean(), hopeful: fc.boolean() })

const aField = fc
  .tuple(fc.oneof(aString, aNumber, anEnum, aBoolean), fc.constantFrom('required', 'optional', 'default'))
  .map(([{ schema, hopeful }, presence]): Field => {
    if (presence === 'optional') return { schema: schema.optional(), hopeful }
    return presence === 'default'
      ? { schema: (schema as z.ZodString).default('usual'), hopeful }
      : { schema, hopeful }
  })

const anything = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, [], {}, NaN, Infinity, -0, 1.5, 2 ** 53, -(2 ** 60), '1'),
  fc.string(),
  fc.jsonValue(),
)

/** A schema with an input: mostly an object with values of the right type, or with fields left out or too many. */
const aCase = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), aField, { minKeys: 1, noNullPrototype: true })
  .chain((parts) => {
    const names = Object.keys(parts)
    const schema = z.strictObject(Object.fromEntries(names.map((name) => [name, parts[name]!.schema])))
    const values = names.map((name) => {
      const value = fc.oneof(
        { weight: 6, arbitrary: parts[name]!.hopeful },
        { weight: 1, arbitrary: anything },
      )
      return [name, value] as const
    })
    const extra = fc.constantFrom('extra', 'toString', '__proto__')
    const input = fc.oneof(
      { weight: 6, arbitrary: fc.record(Object.fromEntries(values)) },
      { weight: 2, arbitrary: fc.record(Object.fromEntries(values), { requiredKeys: [] }) },
      { weight: 1, arbitrary: extra.map((name) => JSON.parse(`{"${name}":1}`) as unknown) },
      { weight: 1, arbitrary: anything },
    )
    return fc.tuple(fc.constant(schema), input)
  })

test('the check judges any input as zod does and fills in the same defaults', () => {
  const verdicts = { right: 0, wrong: 0 }
  fc.assert(
    fc.property(aCase, ([schema, input]) => {
      const parsed = schema.safeParse(input)
      const checked = validateInputs(inputsOf(schema), input)
      if (parsed.success) expect(checked).toEqual({ value: parsed.data })
      else {
        const path = parsed.error.issues[0]!.path.join('.') || null
        expect(checked).toEqual({ wrong: { path, message: expect.stringMatching(/\w/) } })
      }
      verdicts[parsed.success ? 'right' : 'wrong']++
    }),
    tries(500),
  )
  expect(Math.min(verdicts.right, verdicts.wrong)).toBeGreaterThan(40)
})

test('what is wrong is said in a sentence, with what the input is for', () => {
  const inputs: Inputs = {
    properties: {
      query: { type: 'string', minLength: 1, description: 'What to look for.' },
      limit: { type: 'integer', minimum: 1, maximum: 10 },
      kind: { type: 'string', enum: ['doc', 'post'] },
    },
    required: ['query'],
  }
  const said = (input: unknown) => {
    const checked = validateInputs(inputs, input)
    return 'wrong' in checked ? checked.wrong.message : null
  }
  expect(said({})).toBe('query is missing. What to look for.')
  expect(said({ query: '' })).toBe('query must have at least 1 characters. What to look for.')
  expect(said({ query: 'x', limit: 11 })).toBe('limit must be at most 10.')
  expect(said({ query: 'x', limit: 1.5 })).toBe('limit must be a whole number.')
  expect(said({ query: 'x', kind: 'page' })).toBe('kind must be one of doc, post.')
  expect(said({ query: 'x', extra: 1 })).toBe('The input extra is unknown. Known inputs: query, limit, kind.')
  expect(said([])).toBe('The input must be an object.')
})

test('a tool input follows the schemas of its operation, in words every host accepts', () => {
  const { query, ...where } = toToolRoute(searchSite)
  expect(where).toMatchObject({ id: 'searchSite', method: 'GET', path: '/api/search' })
  expect(query.q).toEqual({ type: 'string', minLength: 1, maxLength: 200, description: expect.any(String) })
  expect(query.type).toEqual({
    type: 'string',
    enum: ['page', 'doc', 'post'],
    description: expect.any(String),
  })
  expect(operations).toContain(searchSite)
})

test('an input of several types lets all of them through', () => {
  const inputs: Inputs = { properties: { value: { description: 'Text, a number or a list.' } }, required: [] }
  for (const value of ['hello', 5, true, ['a', 'b']])
    expect(validateInputs(inputs, { value })).toEqual({ value: { value } })
})
