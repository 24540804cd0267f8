import { expect, test } from 'vitest'
import { z } from 'zod'
import { curlOf } from '#app/openapi/reference/curl.server.ts'
import { sampleOf } from '#app/openapi/reference/samples.server.ts'
import { fieldRows } from '#app/openapi/reference/schema-table.server.ts'
import { referencePages } from '#app/openapi/reference/reference.server.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import type { JsonSchema, OperationObject } from '#app/openapi/types.ts'
import { operations } from '#app/openapi/operations.ts'

const said = (schema: z.ZodType, schemas: Record<string, JsonSchema> = {}) =>
  fieldRows(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, schemas).map(
    ({ name, kind, meaning }) => `${name}: ${kind}. ${meaning}`.trim(),
  )

test('what an operation takes is said in words', () => {
  const digits = z.string().regex(/^[1-9]\d{0,2}$/)
  const body = z.strictObject({
    name: z.string().min(2).max(100).meta({ description: 'A name, or {nothing} | <more>.' }),
    sort: z.enum(['name', 'age']).optional(),
    color: z.number().int().min(0).max(255).nullable(),
    ratio: z.number().min(0.5),
    tags: z.array(z.string()),
    at: z.iso.datetime(),
    on: z.boolean(),
    only: z.literal('this'),
    digits,
    any: z.unknown(),
  })
  expect(said(body)).toEqual([
    'name: text, 2 to 100 characters. A name, or \\{nothing\\} \\| \\<more\\>.',
    'sort: one of `name`, `age` (optional).',
    'color: whole number, 0 to 255 or `null`.',
    'ratio: number, at least 0.5.',
    'tags: list of: text.',
    'at: time (ISO 8601).',
    'on: `true` or `false`.',
    'only: `"this"`.',
    'digits: whole number.',
    'any: any value.',
  ])
})

test('fields of nested objects have their own rows, and a named object has a link', () => {
  const inner = z.strictObject({ on: z.boolean(), to: z.string().optional() })
  const schema = z.toJSONSchema(z.strictObject({ one: inner, many: z.array(inner).nullable() })) as JsonSchema
  schema.properties!.thing = { $ref: '#/components/schemas/Thing' }
  const rows = fieldRows(schema, { Thing: { type: 'object', properties: { a: { type: 'string' } } } })
  expect(rows.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
    'one: object',
    'one.on: `true` or `false`',
    'one.to: text (optional)',
    'many: list of: object or `null`',
    'many[].on: `true` or `false`',
    'many[].to: text (optional)',
    'thing: [Thing](#thing) (optional)',
  ])
})

test('an example call has everything required and is escaped for the shell', () => {
  const entry = {
    security: [{ session: ['admin'] }],
    parameters: [
      { in: 'path', name: 'id', example: 'a b', schema: {} },
      { in: 'query', name: 'q', required: true, example: 'x&y', schema: {} },
      { in: 'query', name: 'limit', example: 10, schema: {} },
      { in: 'header', name: 'If-Match', required: true, example: '"v3"', schema: {} },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: {}, example: { name: 'it’s ’s' } } },
    },
    responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } },
  } as unknown as OperationObject
  expect(curlOf({ method: 'PUT', path: '/api/x/{id}', entry })).toBe(
    [
      'curl -X PUT',
      '-b cookies.txt',
      `-H 'If-Match: "v3"'`,
      "-H 'Content-Type: application/json'",
      `-d '{"name":"it’s ’s"}'`,
      "'http://127.0.0.1:3000/api/x/a%20b?q=x%26y'",
    ].join(' \\\n  '),
  )
})

test('calls with an API key have samples in curl, TypeScript and Python', () => {
  const { paths } = openapiDocument({ name: 'Site', siteUrl: 'http://127.0.0.1:3000' })
  const path = '/api/v1/jobs/{id}/cancel'
  expect(sampleOf({ method: 'POST', path, entry: paths[path]!.post! })).toContain(
    [
      "const response = await fetch('http://127.0.0.1:3000/api/v1/jobs/01JDEM00000000000000000001/cancel', {",
      "  method: 'POST',",
      '  headers: { Authorization: `Bearer ${process.env.API_KEY}` },',
      '})',
      'console.log(await response.json())',
    ].join('\n'),
  )
  const settings = '/api/v1/settings'
  const sample = sampleOf({ method: 'PUT', path: settings, entry: paths[settings]!.put! })!
  expect(sample).toContain(
    `headers={"Authorization": f"Bearer {os.environ['API_KEY']}", "If-Match": '"v3"'},`,
  )
  expect(sample).not.toMatch(/json=[^)]*\b(?:true|false|null)\b/)
  const login = '/api/auth/login'
  expect(sampleOf({ method: 'POST', path: login, entry: paths[login]!.post! })).not.toContain('Python')
})

test('every operation stands on exactly one page of the reference, and in its overview', () => {
  const [overview, ...pages] = referencePages()
  for (const { id, method, path } of operations) {
    const found = pages.filter(({ body }) => body.includes(`<Operation id="${id}" />`))
    expect([id, found.length]).toEqual([id, 1])
    expect(overview!.body).toContain(`[\`${method} ${path}\`](${found[0]!.path}#${id})`)
  }
})

test('each page of the reference is readable and ends with where to go next', () => {
  for (const { path, title, description, body } of referencePages().slice(0, -1)) {
    expect([path, body.length < 35_000]).toEqual([path, true])
    expect([...body.matchAll(/^## .*$/gm)].at(-1)?.[0]).toBe('## Where to go next')
    expect([title.length, description.length].every((length) => length > 3 && length <= 200)).toBe(true)
  }
})

test('every object that a page of the reference links to is explained there', () => {
  for (const { path, body } of referencePages()) {
    const linked = [...body.matchAll(/\[(\w+)\]\(#(\w+)\)/g)].map(([, name]) => name!)
    const headings = [...body.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!)
    expect([path, linked.filter((name) => !headings.includes(name))]).toEqual([path, []])
  }
})

test('the document is made once for a site', () => {
  expect(openapiDocument({ name: 'Signpost', siteUrl: 'https://one.example' })).toBe(
    openapiDocument({ name: 'Signpost', siteUrl: 'https://one.example' }),
  )
  expect(openapiDocument({ name: 'Signpost', siteUrl: 'https://two.example' }).servers[0]!.url).toBe(
    'https://two.example',
  )
})
