import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod'
import { statusOf, type ErrorCode } from '#app/errors.ts'
import { operations } from '#app/operations/index.ts'
import { isForKeys, isForSessions, type Operation } from '#app/operations/operation.ts'

const errorSchema = z
  .object({
    error: z.string().meta({ description: 'A sentence for a person.' }),
    code: z.enum(Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]]),
    request_id: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error', description: 'The body of every refusal.' })

const meanings: Record<number, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; what follows comes by mail.',
  204: 'Done; no body.',
  302: 'Go to the address in `Location`.',
  101: 'Switching to the WebSocket protocol.',
  304: 'Not changed since the entity tag that was sent.',
  400: 'The input is not valid; `issues` names each field.',
  401: 'Nobody we know, or no valid proof.',
  403: 'Known, and not allowed.',
  404: 'There is no such thing.',
  409: 'In conflict with what is there.',
  413: 'The body is too large.',
  415: 'The body is of another media type.',
  426: 'Only an upgrade is served here.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  503: 'A part that the answer needs does not answer.',
}

/** The OpenAPI 3.1 document of the service, made from the operations. */
export function openapiDocument(siteUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const entry of operations) {
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: describe(entry) }
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Signpost',
        version: '1.0.0',
        description: 'The external API under `/api/v1` and the session surface of a Signpost service.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: siteUrl }],
      tags: [{ name: 'v1' }, { name: 'session' }, { name: 'public' }, { name: 'machines' }],
      paths,
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'A key that begins with `sgn_live_`.' },
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
        },
      },
    },
    // Fields are added over time, so that no answer may promise to have none but these.
    { override: ({ jsonSchema, io }) => void (io === 'output' && delete jsonSchema.additionalProperties) },
  )
}

function describe(entry: Operation): ZodOpenApiOperationObject {
  const answers = Object.entries(entry.answers).map(([status, schema]) => [
    status,
    {
      description: meanings[Number(status)] ?? '',
      ...(schema ? { content: { 'application/json': { schema } } } : {}),
    },
  ])
  const refusals = refusalsOf(entry).map((status) => [
    String(status),
    { description: meanings[status] ?? '', content: { 'application/json': { schema: errorSchema } } },
  ])
  const unchanged = isConditional(entry) ? [['304', { description: meanings[304] }]] : []
  return {
    operationId: entry.id,
    summary: entry.summary,
    ...(entry.description ? { description: entry.description } : {}),
    tags: [tagOf(entry)],
    security: isForKeys(entry.access)
      ? [{ apiKey: [] }]
      : entry.access === 'session'
        ? [{ session: [] }, {}]
        : isForSessions(entry.access)
          ? [{ session: [] }]
          : [],
    requestParams: {
      ...(entry.params ? { path: entry.params } : {}),
      ...(entry.query ? { query: entry.query } : {}),
    },
    ...(entry.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: entry.body } } } }
      : {}),
    responses: Object.fromEntries([...answers, ...unchanged, ...refusals]),
  }
}

/** Every refusal that a call may meet: its own, and those that follow from what it takes. */
export function refusalsOf({ access, limit, query, params, body, refuses = [] }: Operation): number[] {
  const all = new Set(refuses)
  if (query || params || body) all.add(400)
  if (body) for (const status of access === 'signature' ? [413] : [413, 415]) all.add(status)
  if (isForKeys(access)) for (const status of access.key ? [401, 403] : [401]) all.add(status)
  else if (typeof access === 'object') for (const status of [401, 403]) all.add(status)
  if (limit) all.add(429)
  return [...all].sort((a, b) => a - b)
}

/** Only the external API answers a conditional GET with 304. */
const isConditional = ({ method, access }: Operation) => method === 'GET' && isForKeys(access)

/** Every status that a call may be answered with, and what it means; the lowest first. */
export function statusesOf(entry: Operation): { status: number; meaning: string }[] {
  const successes = Object.keys(entry.answers).map(Number)
  return [...successes, ...(isConditional(entry) ? [304] : []), ...refusalsOf(entry)]
    .sort((a, b) => a - b)
    .map((status) => ({ status, meaning: meanings[status] ?? '' }))
}

function tagOf({ access, path }: Operation) {
  if (path.startsWith('/api/v1/')) return 'v1'
  if (access === 'signature' || path === '/api/runner/ws') return 'machines'
  return isForSessions(access) || path.startsWith('/api/auth/') ? 'session' : 'public'
}
