import { expect, test } from 'vitest'
import type { JsonSchema } from '#app/openapi/types.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { surfaces } from '#app/openapi/operations.ts'
import { readOpenapi } from '#app/features/health/operations.ts'
import { integerParam } from '#app/primitives/schema.ts'
import { contractOf, placesOf } from '#tests/support/api/contract.ts'

const document = openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' })
const contract = contractOf(document)
const places = placesOf(document)

/** Every schema of a document, with its place. */
function schemasIn(value: unknown, at: string[] = []): { at: string[]; schema: JsonSchema }[] {
  if (typeof value !== 'object' || value === null) return []
  const isData = ['example', 'examples', 'default', 'enum', 'const'].includes(at.at(-1) ?? '')
  if (isData && at.at(-2) !== 'properties') return []
  const inner = Object.entries(value).flatMap(([key, one]) => schemasIn(one, [...at, key]))
  return [{ at, schema: value as JsonSchema }, ...inner]
}

test('every default and every example of a schema is valid by that schema', () => {
  const wrong = schemasIn(document).flatMap(({ at, schema }) => {
    if (at.at(-1) === 'properties') return []
    const values = [
      ...(schema.default === undefined ? [] : [schema.default]),
      ...[schema.examples ?? []].flat(),
    ]
    const parameter = 'in' in schema && 'schema' in schema && schema.example !== undefined
    return [
      ...(Array.isArray(schema.examples) || schema.default !== undefined ? values : []).flatMap((value) =>
        contract.wrongs(at, value).map((reason) => `${at.join('/')}: ${reason}`),
      ),
      ...(parameter
        ? contract.wrongs([...at, 'schema'], schema.example).map((reason) => `${at.join('/')}: ${reason}`)
        : []),
    ]
  })
  expect(wrong).toEqual([])
})

test('query parameters that are numbers or switches say so, with bounds', () => {
  const types: Record<string, object> = {
    days: { type: 'integer', minimum: 1, maximum: 365 },
    limit: { type: 'integer', minimum: 1 },
    offset: { type: 'integer', minimum: 0 },
    enabled: { type: 'boolean' },
    force: { type: 'boolean' },
  }
  const seen = new Set<string>()
  for (const { id, entry } of places) {
    for (const { name, in: place, schema } of entry.parameters ?? []) {
      if (place !== 'query' || !Object.hasOwn(types, name)) continue
      seen.add(name)
      expect([id, name, schema]).toMatchObject([id, name, types[name]!])
      if (schema.type === 'integer') expect([id, name, schema.maximum! > 0]).toEqual([id, name, true])
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(types).sort())
  for (const text of ['1e1', '0x10', '', ' 7', '07', '+7', '7.0'])
    expect([text, integerParam(0, 365).safeParse(text).success]).toEqual([text, false])
})

test('every schema has a name of its own', () => {
  expect(Object.keys(document.components.schemas).filter((name) => !/^[A-Z]\w+$/.test(name))).toEqual([])
  expect(document.components.schemas).toHaveProperty('InteractionOption')
})

test('the v1 document has only the operations for API keys and what they use', () => {
  const v1 = openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' }, 'v1')
  const ids = placesOf(v1).map(({ id }) => id)
  expect(ids.sort()).toEqual(
    Object.values(surfaces.v1)
      .map(({ id }) => id)
      .sort(),
  )
  expect(Object.keys(v1.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
  expect(Object.keys(v1.components.securitySchemes)).toEqual(['apiKey'])
  expect(v1.components.schemas).not.toHaveProperty('InteractionOption')
  expect(readOpenapi.query.safeParse({ surface: 'v2' }).success).toBe(false)
})
