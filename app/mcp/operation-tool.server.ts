import { z } from 'zod'
import { type KeyActor, keyActorFor } from '#app/access.ts'
import { type Handler, resultOf, writeResponse } from '#app/http/api/endpoint.server.ts'
import { keyedCallOf, runOnce } from '#app/http/api/idempotency.server.ts'
import { keyHandlers } from '#app/http/operations/key-operations.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { inputSchemaOf, outputSchemaOf } from '#app/mcp/schemas.server.ts'
import { DEADLINE, type McpTool, readHints, type ToolCall, type ToolHints } from '#app/mcp/tool.server.ts'
import type { JsonSchema } from '#app/openapi/types.ts'
import { acceptsApiKey, type Operation } from '#app/operations/operation.ts'
import { versionNumber } from '#app/primitives/schema.ts'

/** Input of an operation, in its parts. */
export type OperationInput = {
  params?: object
  query?: object
  body?: unknown
  version?: number
  idempotency_key?: string
}

const byId = new Map(keyHandlers.map((handler) => [handler[0].id, handler]))

/** Returns an operation of the external API with its rule. Throws at startup for unknown ids. */
export function handlerOf(id: string): Handler {
  const handler = byId.get(id)
  if (!handler) throw new Error(`The external API has no operation ${id}.`)
  return handler
}

/** Derives the hints for hosts from the method of an operation. */
export function hintsOf({ method, safe }: Operation): ToolHints {
  if (method === 'GET' || safe) return readHints
  const isCreation = method === 'POST'
  return {
    readOnlyHint: false,
    destructiveHint: !isCreation,
    idempotentHint: !isCreation,
    openWorldHint: true,
  }
}

/** Calls an operation like REST: with the permissions of the key, in its guild, and once for each idempotency key. */
export async function callOperation<T>(
  [operation, rule]: Handler,
  { params, query, body, version, idempotency_key }: OperationInput,
  { ctx: given }: ToolCall,
): Promise<T> {
  const { access } = operation
  if (!acceptsApiKey(access)) throw new Error(`${operation.id} does not accept API keys.`)
  const ctx = { ...given, actor: keyActorFor(given.actor as KeyActor, access) }
  const input = { params, query, body, version, upload: undefined, repeat: undefined }
  const headers = new Headers(idempotency_key ? { 'Idempotency-Key': idempotency_key } : {})
  const asked = { ctx, operation, input, headers }
  const run = () => rule(ctx, input as never, undefined as never)
  const repeat = keyedCallOf(asked)
  if (!repeat) return resultOf(await run()) as T
  // The stored response can be repeated over REST, so it has the headers of REST.
  const response = await runOnce(asked, repeat, {
    run,
    answer: async (value) => writeResponse(operation, value),
  })
  return (response.body ? await response.json() : null) as T
}

const versionArgument = versionNumber.meta({
  description: 'Version that you read.',
})
const keyArgument = z
  .string()
  .regex(/^[\x21-\x7e]{8,100}$/, { error: 'Use 8 to 100 visible ASCII characters.' })
  .meta({
    description: 'Use a new key for each action, so repeats are safe.',
  })

type Derived = {
  name: string
  /** Sentence for the model after the description of the operation. */
  hint?: string
  /** Id of the operation that reads the item. Omitted fields then keep their values, if the key can read it. */
  merge?: string
  /** Returns the result of the tool. Default: the response of the operation. */
  result?: (result: unknown, input: OperationInput) => object
}

/** Derives a tool from an operation of the external API: its input, result, description and hints. */
export function operationTool(id: string, { name, hint, merge, result }: Derived): McpTool {
  const handler = handlerOf(id)
  const [operation] = handler
  const { params, query, body, versioned, method } = operation
  const reader = merge ? handlerOf(merge) : null
  const own = z.strictObject({
    ...params?.shape,
    ...query?.shape,
    ...(versioned ? { version: versionArgument } : {}),
    ...(method === 'POST' && body && !operation.safe ? { idempotency_key: keyArgument.optional() } : {}),
  })
  const ownNames = new Set(Object.keys(own.shape))
  const split = (given: unknown) => {
    const entries = Object.entries(given as object)
    const isOwn = ([key]: [string, unknown]) => !body || ownNames.has(key)
    return [entries.filter(isOwn), entries.filter((entry) => !isOwn(entry))].map(Object.fromEntries) as [
      object,
      Record<string, unknown>,
    ]
  }
  /** A key that cannot read the item sends all its fields, as over REST. The result has nothing else. */
  const bodyOf = (reader: Handler, input: OperationInput, call: ToolCall) =>
    canRead(reader, call) ? mergedBody(handler, reader, input, call) : input.body
  const nameOf = (shape: object | undefined, given: object) =>
    shape && Object.fromEntries(Object.entries(given).filter(([key]) => key in shape))
  let schemas: ReturnType<McpTool['schemas']> | undefined
  return {
    name,
    title: operation.summary,
    description: wordsOf(operation, hint),
    operation,
    annotations: hintsOf(operation),
    deadline: DEADLINE,
    schemas: () =>
      (schemas ??= {
        input: inputSchema(own, body, reader !== null),
        output: outputSchemaOf(answerOf(operation)),
      }),
    parse(given) {
      const [arguments_, rest] = split(given)
      const { version, idempotency_key, ...parsed } = parse(own, arguments_) as Record<string, unknown>
      return {
        params: nameOf(params?.shape, parsed),
        query: nameOf(query?.shape, parsed),
        body: body && (reader ? rest : parse(body, rest)),
        version,
        idempotency_key,
      }
    },
    async rule(call, input: OperationInput) {
      const merged =
        reader && body ? { ...input, body: parse(body, await bodyOf(reader, input, call)) } : input
      const answer = await callOperation<object | null>(handler, merged, call)
      return result ? result(answer, input) : (answer ?? { ...input.params, deleted: true })
    },
  } as McpTool
}

const wordsOf = ({ summary, description = `${summary}.` }: Operation, hint = '') =>
  `${description.startsWith(summary) ? description : `${summary}. ${description}`} ${hint}`.trim()

/** Returns the schema of an operation's first success. */
const answerOf = ({ answers }: Operation): z.ZodType =>
  (Object.values(answers)[0] as z.ZodType | null) ?? z.looseObject({ deleted: z.literal(true) })

/** Reports whether the key of a call can read an item. */
const canRead = ([{ access }]: Handler, { ctx }: ToolCall) =>
  acceptsApiKey(access) && access.key !== null && (ctx.actor as KeyActor).scopes.includes(access.key)

/** Returns the fields of an item that a write replaces, changed by the given fields. */
async function mergedBody(
  [operation]: Handler,
  [reading, read]: Handler,
  { params, body }: OperationInput,
  { ctx }: ToolCall,
): Promise<object> {
  const actor = keyActorFor(ctx.actor as KeyActor, operation.access as never)
  const found = resultOf(await read({ ...ctx, actor }, { params } as never, undefined as never)) as object
  const item = Object.values(found)[0] as Record<string, unknown>
  const { shape } = operation.body as z.ZodObject
  if (!item || reading.method !== 'GET') throw new Error(`${reading.id} does not read an item.`)
  return { ...Object.fromEntries(Object.keys(shape).map((name) => [name, item[name]])), ...(body as object) }
}

/** Merges the schemas of the parts into one object. A change needs only the changed fields, which the creation describes. */
function inputSchema(own: z.ZodObject, body: z.ZodType | undefined, isChange: boolean): JsonSchema {
  const first = inputSchemaOf(own)
  if (!body) return first
  const fields = inputSchemaOf(body)
  const properties = Object.entries(fields.properties ?? {}).map(([name, field]) => [
    name,
    isChange && field.type ? { type: field.type } : field,
  ])
  const required = [...(first.required ?? []), ...(isChange ? [] : (fields.required ?? []))]
  return {
    type: 'object',
    properties: { ...first.properties, ...Object.fromEntries(properties) },
    ...(required.length ? { required } : {}),
    additionalProperties: false,
  }
}
