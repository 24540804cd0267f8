import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod'
import type { ErrorCode } from '#app/errors.ts'
import { operations } from '#app/openapi/operations.ts'
import { requestHeaders } from '#app/openapi/calls.server.ts'
import { errorSchema } from '#app/openapi/errors.server.ts'
import { exampleOf, addDescriptions } from '#app/openapi/examples.server.ts'
import { headers, headersOf, isConditional } from '#app/openapi/headers.server.ts'
import { documentHead, limitOf, securityOf, securitySchemes } from '#app/openapi/info.server.ts'
import type { ResponseObject, JsonSchema, Media, OpenapiDocument } from '#app/openapi/types.ts'
import { anyRefusal, meaningOf, refusal, refusalsOf } from '#app/openapi/refusals.server.ts'
import { bodyTypes, acceptsApiKey, mediaTypesOf, type Operation } from '#app/operations/operation.ts'
import { tagOf } from '#app/openapi/tags.ts'
import { fromJson } from '#app/primitives/json.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'

/** Descriptions of the success statuses and of 304. */
const successDescriptions: Record<number, string> = {
  101: 'Switching to the WebSocket protocol.',
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. The work continues in the background.',
  204: 'Success, without a body.',
  302: 'Redirect to the URL in `Location`.',
  304: 'Not modified: the entity tag in `If-None-Match` is current. The response has no body.',
}

/** Surfaces of the API that have their own OpenAPI document. */
const surfaces = {
  v1: ({ access, rpc }: Operation) => acceptsApiKey(access) && !rpc,
  all: () => true,
}
type Surface = keyof typeof surfaces

/** Name and origin of the site that the document is about. */
type SiteFacts = { name: string; siteUrl: string }

let kept: { site: string; documents: Partial<Record<Surface, OpenapiDocument>> } = { site: '', documents: {} }

/** Returns the OpenAPI 3.1 document of a surface, generated once. Callers must not modify the document. */
export function openapiDocument({ name, siteUrl }: SiteFacts, surface: Surface = 'all'): OpenapiDocument {
  const site = JSON.stringify([name, siteUrl])
  if (kept.site !== site) kept = { site, documents: {} }
  return (kept.documents[surface] ??= make({ name, siteUrl }, operations.filter(surfaces[surface])))
}

function make(site: SiteFacts, described: readonly Operation[]): OpenapiDocument {
  const paths: ZodOpenApiPathsObject = {}
  const responses: Record<string, ResponseObject> = { AnyRefusal: anyRefusal }
  for (const entry of described) {
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: describe(entry, responses) }
  }
  const used = new Set(described.flatMap((entry) => securityOf(entry).flatMap(Object.keys)))
  const document = createDocument(
    {
      ...documentHead(site, described),
      paths,
      components: {
        schemas: { Error: errorSchema },
        securitySchemes: Object.fromEntries(
          Object.entries(securitySchemes).filter(([name]) => used.has(name)),
        ),
      },
    },
    // Fields are added over time, so response schemas must allow unknown fields.
    { override: ({ jsonSchema, io }) => void (io === 'output' && delete jsonSchema.additionalProperties) },
  ) as unknown as OpenapiDocument
  document.components.responses = responses
  document.components.headers = usedHeaders(document)
  return atOrigin(withExamples(document), site.siteUrl)
}

/** Replaces the origin in the examples, so that links in the examples work on this site. */
const atOrigin = (document: OpenapiDocument, siteUrl: string) =>
  fromJson<OpenapiDocument>(JSON.stringify(document).replaceAll(EXAMPLE_ORIGIN, siteUrl))

function describe(entry: Operation, responses: Record<string, ResponseObject>): ZodOpenApiOperationObject {
  const successes = Object.entries(entry.answers).map(([status, schema]) => [
    status,
    {
      description: successDescriptions[Number(status)] ?? '',
      headers: headersOf(entry, Number(status)),
      ...(schema ? { content: contentOf(schema) } : {}),
    },
  ])
  const unchanged = isConditional(entry)
    ? [['304', { description: successDescriptions[304], headers: headersOf(entry, 304) }]]
    : []
  const refusals = refusalsOf(entry).map((one) => {
    const { name, answer } = refusal(entry, one)
    responses[name] ??= answer
    return [String(one.status), { $ref: `#/components/responses/${name}` }]
  })
  return {
    operationId: entry.id,
    summary: entry.summary,
    description: entry.description ?? `${entry.summary}.`,
    tags: [tagOf(entry).name],
    security: securityOf(entry),
    ...limitOf(entry),
    requestParams: {
      ...(entry.params ? { path: entry.params } : {}),
      ...(entry.query ? { query: entry.query } : {}),
      ...requestHeaders(entry),
    },
    ...bodyOf(entry),
    responses: Object.fromEntries([
      ...[...successes, ...unchanged, ...refusals].sort(([a], [b]) => Number(a) - Number(b)),
      ['default', { $ref: '#/components/responses/AnyRefusal' }],
    ]),
  }
}

function bodyOf(entry: Operation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  const { body, upload } = entry
  const content = {
    ...(body ? Object.fromEntries(bodyTypes(entry).map((type) => [type, { schema: body }])) : {}),
    ...(upload ? { 'multipart/form-data': { schema: upload.fields.extend({ file: anyFile }) } } : {}),
  }
  return Object.keys(content).length ? { requestBody: { required: true, content } } : {}
}

const anyFile = z.string().meta({ format: 'binary', description: 'File.', example: 'the bytes of the file' })

const contentOf = (answer: Parameters<typeof mediaTypesOf>[0]) =>
  Object.fromEntries(Object.entries(mediaTypesOf(answer)).map(([type, schema]) => [type, { schema }]))

/** Lists the statuses that an operation can return, in ascending order, with their error codes and meaning. */
export function statusesOf(entry: Operation): { status: number; codes: ErrorCode[]; meaning: string }[] {
  const successes = [...Object.keys(entry.answers).map(Number), ...(isConditional(entry) ? [304] : [])]
  const refusals = refusalsOf(entry).map(({ status, codes }) => ({
    status,
    codes,
    meaning: codes.map(meaningOf).join(' '),
  }))
  return [
    ...successes.map((status) => ({ status, codes: [], meaning: successDescriptions[status] ?? '' })),
    ...refusals,
  ].sort((a, b) => a.status - b.status)
}

/** Returns the headers that the document refers to. */
function usedHeaders(document: OpenapiDocument) {
  const text = JSON.stringify([document.paths, document.components.responses])
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  )
}

function withExamples(document: OpenapiDocument): OpenapiDocument {
  const { schemas } = document.components
  for (const [name, schema] of Object.entries(schemas)) addDescriptions(schema, '', name)
  const fill = (content: Record<string, Media> = {}) => {
    for (const media of Object.values(content)) {
      if (media.examples) continue
      addDescriptions(media.schema)
      media.example ??= exampleOf(media.schema, schemas)
    }
  }
  for (const entry of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { query } = operations.find(({ id }) => id === entry.operationId)!
    const defaults = query ? defaultsOf(query) : {}
    for (const parameter of entry.parameters ?? []) {
      if (parameter.in === 'query' && defaults[parameter.name] !== undefined)
        parameter.schema.default ??= defaults[parameter.name]
      addDescriptions(parameter.schema, parameter.name)
      parameter.description ??= parameter.schema.description ?? ''
      parameter.example = exampleOf(parameter.schema, schemas)
      // The parameter already has the description.
      delete parameter.schema.description
      delete parameter.schema.examples
    }
    fill(entry.requestBody?.content)
    for (const answer of Object.values(entry.responses)) if ('content' in answer) fill(answer.content)
  }
  return document
}

/** Returns the default values of optional parameters. */
function defaultsOf(query: z.ZodObject): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}
