import type { z } from 'zod'
import type { Context, LoadContext, Pages } from '#app/context.server.ts'
import { errorBody, Invalid, Refusal, TryLater } from '#app/errors.ts'
import { type Schemas, schemasOf } from '#app/mcp/schemas.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import type { Operation } from '#app/operations/operation.ts'
import type { LimitName } from '#app/platform/security/rate-limits.ts'
import { measureValue } from '#app/primitives/bounded-json.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { isObject } from '#app/primitives/objects.ts'

/** Hints for hosts, which can ask the person before a call. They enforce nothing. */
export type ToolHints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** Call of a tool. `signal` is aborted if the client disconnects or the deadline passes. */
export type ToolCall = { ctx: Context; pages: Pages; signal: AbortSignal }

/** Tool as data. The operation determines its scope and rate limit. */
export type McpTool = {
  name: string
  title: string
  description: string
  operation: Operation
  /** Returns the JSON Schemas of the tool. */
  schemas: () => Schemas
  /** Parses the arguments of a call. Throws `Invalid`. */
  parse: (given: unknown) => unknown
  annotations: ToolHints
  /** Rate limit in addition to the limit of the operation. */
  limit?: LimitName
  /** Seconds until the call fails as `unavailable`. */
  deadline: number
  rule: (call: ToolCall, input: never) => Promise<object>
}

type Own<I extends z.ZodObject> = Omit<McpTool, 'schemas' | 'parse' | 'rule' | 'deadline'> & {
  /** Strict schema, so that errors name unknown arguments. */
  input: I
  output: z.ZodObject
  /** Levels of the output that its schema describes. Default 1. */
  levels?: number
  deadline?: number
  rule: (call: ToolCall, input: z.output<I>) => Promise<object>
}

/** Seconds that a call can take unless the tool has its own deadline. */
export const DEADLINE = 20

/** Defines a tool by its schemas. */
export const defineTool = <I extends z.ZodObject>({ input, output, levels, ...tool }: Own<I>): McpTool => ({
  deadline: DEADLINE,
  ...tool,
  schemas: schemasOf(input, output, levels),
  parse: (given) => parse(input, given),
})

/** Hints of tools that only read data of this service. */
export const readHints: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Result of a call in the form of the protocol. Models read errors as results. */
export type ToolResult = {
  content: [{ type: 'text'; text: string }]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** Maximum number of keys and items in the arguments of a call. */
const MAX_ELEMENTS = 2_000

/** HTTP request that carries a call. `client` is the unverified name of the client. */
export type Exchange = { context: LoadContext; endpoint: string; client: string | null }

/**
 * Runs a tool. The structured result is repeated as JSON text, because some hosts read only the text. Refusals become
 * results with the common error body. Other errors are bugs, which are logged and hidden from the client.
 */
export async function callTool(
  tool: McpTool,
  given: unknown,
  call: ToolCall,
  { context, endpoint, client }: Exchange,
): Promise<ToolResult> {
  const { app, facts } = context
  const began = performance.now()
  // Arguments are never logged.
  const record = (outcome: string) =>
    call.ctx.log.debug(
      { endpoint, tool: tool.name, outcome, ms: Math.round(performance.now() - began), client },
      'a call of a tool',
    )
  try {
    const input = parseArguments(tool, given)
    const result = await withDeadline(tool.deadline, call.signal, (signal) =>
      tool.rule({ ...call, signal }, input as never),
    )
    record('ok')
    call.ctx.readers.note(call.ctx.origin?.reader, 'tool', tool.name)
    return {
      content: [{ type: 'text', text: JSON.stringify(result) }],
      structuredContent: result as Record<string, unknown>,
    }
  } catch (error) {
    const refusal = call.signal.aborted ? cancelled() : toRefusal(error, context)
    record(refusal.code)
    app.metrics.refusals.inc({ code: refusal.code })
    const body = errorBody(refusal, facts.requestId, app.config.siteUrl)
    return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true }
  }
}

/** Creates the refusal for a call whose client has disconnected. No client receives it. */
const cancelled = () => new Refusal('request_timeout', 'The client closed the connection.')

function parseArguments(tool: McpTool, given: unknown = {}) {
  if (!isObject(given)) throw new Invalid('Send the arguments of the tool as a JSON object.')
  if (measureValue(given).items > MAX_ELEMENTS)
    throw new Invalid(`The arguments can have at most ${formatInteger(MAX_ELEMENTS)} keys and items.`)
  return tool.parse(given)
}

/** Rejects with `TryLater` after the deadline, even if the work ignores its signal. */
async function withDeadline<T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bounded = new AbortController()
  const leave = () => bounded.abort(signal.reason)
  const expire = () =>
    bounded.abort(new TryLater('unavailable', 'The call took too long. Try again, or ask for less.', 5))
  const timer = setTimeout(expire, seconds * 1000)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => reject(bounded.signal.reason as Error)
    if (bounded.signal.aborted) fail()
    else bounded.signal.addEventListener('abort', fail, { once: true })
  })
  try {
    return await Promise.race([work(bounded.signal), aborted])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}
