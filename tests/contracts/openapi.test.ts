import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { operations } from '#app/openapi/operations.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { acceptsIdempotencyKey, acceptsAgentTool } from '#app/operations/operation.ts'
import type { JsonSchema, OpenapiDocument } from '#app/openapi/types.ts'
import { client } from '#tests/support/http/client.ts'
import { contractOf, placesOf } from '#tests/support/api/contract.ts'
import { redocly } from '#tests/support/api/redocly.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'

const document = openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' })
const contract = contractOf(document)
const places = placesOf(document)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test(
  'redocly finds nothing to complain of in the document of a running server',
  { timeout: 120_000 },
  async () => {
    const live = (await (await client(inject('servers')[0]!)('/api/openapi.json')).json()) as OpenapiDocument
    expect(JSON.stringify(live)).not.toContain(EXAMPLE_ORIGIN)
    const file = join(folder.path, 'openapi.json')
    await writeFile(file, JSON.stringify(live))
    expect(lint(file)).toEqual([])
  },
)

test('redocly would find an example that is wrong and a reference to nothing', async () => {
  const broken = structuredClone(document)
  const stats = broken.paths['/api/v1/stats']!.get!
  stats.parameters![0]!.example = 'many'
  stats.responses[403] = { $ref: '#/components/responses/Nothing' }
  const file = join(folder.path, 'broken.json')
  await writeFile(file, JSON.stringify(broken))
  const rules = lint(file).map((problem) => problem.split(' ')[0])
  expect(rules).toEqual(expect.arrayContaining(['no-invalid-parameter-examples', 'no-unresolved-refs']))
})

/** What Redocly says against a document: the rule, the place, the reason. Warnings count. */
function lint(file: string): string[] {
  const { out, err } = redocly(['lint', file, '--format=json'])
  const from = out.indexOf('{')
  if (from < 0) throw new Error(`redocly did not answer: ${err}`)
  const { problems } = JSON.parse(out.slice(from)) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
  }
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

test.each(operations.map((operation) => [operation.id, operation] as const))(
  'the examples of %s pass the checks that calls pass',
  (id, operation) => {
    const { method, path, entry } = places.find((place) => place.id === id)!
    const at = ['paths', path, method.toLowerCase()]
    const json = 'application/json'
    for (const place of ['path', 'query'] as const) {
      const given = (entry.parameters ?? []).filter((parameter) => parameter.in === place)
      const values = Object.fromEntries(given.map(({ name, example }) => [name, String(example)]))
      operation[place === 'path' ? 'params' : 'query']?.parse(values)
    }
    if (operation.body) {
      const { example } = entry.requestBody!.content[json]!
      expect(contract.wrongs([...at, 'requestBody', 'content', json, 'schema'], example)).toEqual([])
      operation.body.parse(example)
    }
    for (const status of Object.keys(operation.answers)) {
      const answer = entry.responses[status]!
      const media = 'content' in answer ? answer.content?.[json] : undefined
      if (!media) continue
      expect(media.example).toBeDefined()
      expect(contract.wrongs([...at, 'responses', status, 'content', json, 'schema'], media.example)).toEqual(
        [],
      )
    }
  },
)

test('the examples of refusals are refusals', () => {
  for (const [name, { content = {} }] of Object.entries(document.components.responses)) {
    for (const [code, { value }] of Object.entries(content['application/json']!.examples!)) {
      const at = ['components', 'responses', name, 'content', 'application/json', 'schema']
      expect([name, code, contract.wrongs(at, value)]).toEqual([name, code, []])
    }
  }
})

test('every parameter and every field is explained', () => {
  const silent = places.flatMap(({ id, entry }) => [
    ...(entry.parameters ?? []).filter(({ description }) => !description).map(({ name }) => `${id} ${name}`),
    ...[entry.requestBody, ...Object.values(entry.responses)].flatMap((part) =>
      part && 'content' in part
        ? Object.values(part.content ?? {}).flatMap(({ schema }) => unexplained(schema, id))
        : [],
    ),
  ])
  const named = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    unexplained(schema, name),
  )
  expect([...silent, ...named], 'add a description to the schema, or a word to the vocabulary').toEqual([])
})

function unexplained(schema: JsonSchema, where: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([key, property]) => [
      ...(property.description || property.$ref || isRefusalCode(where, key) ? [] : [`${where}.${key}`]),
      ...unexplained(property, `${where}.${key}`),
    ]),
    ...[...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf].flatMap((part) => unexplained(part, where)),
  ]
}

/** The narrowed `code` of a refusal is explained where all codes are. */
const isRefusalCode = (where: string, key: string) => key === 'code' && !where.includes('.')

test('every operation documents its scope, role, limit and refusals', () => {
  const stats = document.paths['/api/v1/stats']!.get!
  expect(stats.security).toEqual([{ apiKey: ['stats:read'] }])
  expect(stats).toMatchObject({
    'x-rate-limit': { name: 'v1', requests: 120, seconds: 60, counted_by: 'key' },
  })
  expect(document.paths['/api/users']!.get!.security).toEqual([{ session: ['admin'] }])
  for (const { id, entry } of places) {
    expect([id, Object.keys(entry.responses).includes('default')]).toEqual([id, true])
    expect([id, entry.summary.length > 5, entry.description.length > 5]).toEqual([id, true, true])
  }
})

test('a write to a thing with a version asks for it, and may be refused for it', () => {
  for (const { id, versioned = false, confirmed = false } of operations) {
    const { entry } = places.find((place) => place.id === id)!
    const header = entry.parameters?.find(({ name }) => name === 'If-Match')
    expect([id, header?.required ?? false, '412' in entry.responses]).toEqual([id, versioned, versioned])
    expect([id, '428' in entry.responses]).toEqual([id, versioned || confirmed])
  }
})

test('the headers for browser tools and repeats are documented as optional', () => {
  for (const operation of operations) {
    const { entry } = places.find((place) => place.id === operation.id)!
    const given = (entry.parameters ?? []).filter((one) => one.in === 'header' && !one.required)
    expect([operation.id, given.map(({ name }) => name)]).toEqual([
      operation.id,
      [
        ...(acceptsAgentTool(operation) ? ['Agent-Tool'] : []),
        ...(operation.confirmed ? ['Confirmation'] : []),
        ...(acceptsIdempotencyKey(operation) ? ['Idempotency-Key'] : []),
      ],
    ])
    if (acceptsIdempotencyKey(operation))
      expect([operation.id, '409' in entry.responses]).toEqual([operation.id, true])
  }
})

test('the document stays small enough to be read whole', () => {
  expect(JSON.stringify(document).length / operations.length).toBeLessThan(6_000)
})
