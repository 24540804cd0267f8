import { createHash } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { callerIdOf, type Actor } from '#app/access.ts'
import { type Context, contextFor, type LoadContext } from '#app/context.server.ts'
import { Invalid, methodNotAllowed, Refusal } from '#app/errors.ts'
import { recordAgentCall } from '#app/features/audit/audit.server.ts'
import { countUse } from '#app/features/readers/uses.ts'
import {
  requireConfirmation,
  runOnce,
  keyedCallOf,
  requireGuildAccess,
} from '#app/http/api/idempotency.server.ts'
import { type Input, readInput } from '#app/http/api/parse-input.server.ts'
import { signedBody } from '#app/http/api/signed-body.server.ts'
import { authenticate } from '#app/http/auth/authenticate.server.ts'
import { matchesEtag } from '#app/http/protocol/negotiate.ts'
import { errorResponse } from '#app/http/protocol/error-response.server.ts'
import { streamBody, type StreamedBody } from '#app/http/protocol/stream-body.server.ts'
import {
  acceptsApiKey,
  acceptsSession,
  type Operation,
  type Streamed,
  acceptsAgentTool,
} from '#app/operations/operation.ts'

/**
 * Returns the browser tool named in `Agent-Tool`. The name is unverified and grants no permissions. Throws `Invalid`.
 */
function toolIn(operation: Operation, headers: Headers): string | undefined {
  const name = acceptsAgentTool(operation) ? headers.get('Agent-Tool') : null
  if (name === null) return undefined
  if (/^[a-z][a-z0-9_]{0,29}$/.test(name)) return name
  throw new Invalid('Agent-Tool: use at most 30 lowercase letters, digits and underscores.')
}

/** Checks whether all browser-tool calls to the operation are recorded in the audit log. */
const isAudited = ({ method, safe, joins }: Operation): boolean => method !== 'GET' && !safe && !joins

type Result<O extends Operation> = {
  [S in keyof O['answers']]: O['answers'][S] extends z.ZodType
    ? z.output<O['answers'][S]>
    : O['answers'][S] extends Streamed
      ? StreamedBody
      : null | void
}[keyof O['answers']]

/** Result of a rule with extra response headers and an optional success status. */
type RuleResult<T> = { result: T; headers: ReplyHeaders; status?: number }

/** Response headers. Several values are sent as separate headers, as `Set-Cookie` requires. */
type ReplyHeaders = Record<string, string | string[]>

/** Operation with the rule that serves it. */
export type Handler<O extends Operation = Operation> = readonly [
  operation: O,
  rule: (
    ctx: Context,
    input: Input<O>,
    args: LoaderFunctionArgs,
  ) => Promise<Result<O> | RuleResult<Result<O>>>,
]

type Methods<
  G extends Operation,
  P extends Operation,
  U extends Operation,
  A extends Operation,
  D extends Operation,
> = {
  GET?: Handler<G>
  POST?: Handler<P>
  PUT?: Handler<U>
  PATCH?: Handler<A>
  DELETE?: Handler<D>
}

const reply = Symbol('reply')

/** Adds response headers to a rule's result. `status` defaults to the first status of the operation. */
export function withHeaders<T>(result: T, headers: ReplyHeaders, status?: number): RuleResult<T> {
  return Object.assign({ result, headers }, status ? { status } : {}, { [reply]: true })
}

/** Changes the values of a response header in a rule's result. */
export function mapHeader<T>(result: T, name: string, change: (value: string) => string): T {
  if (!isReply(result) || !(name in result.headers)) return result
  const values = [result.headers[name]!].flat().map(change)
  return Object.assign(result, { headers: { ...result.headers, [name]: values } })
}

/** Returns a rule's result without response headers. */
export const resultOf = (value: unknown): unknown => (isReply(value) ? value.result : value)

const isReply = (value: unknown): value is RuleResult<unknown> =>
  typeof value === 'object' && value !== null && reply in value

/**
 * Serves a JSON route: authenticates, applies limits, parses, requires confirmation, calls the rule and replays
 * repeated calls. `handlers` of the result are the operations with their rules.
 */
export function endpoint<
  G extends Operation,
  P extends Operation,
  U extends Operation,
  A extends Operation,
  D extends Operation,
>(methods: Methods<G, P, U, A, D>) {
  const handlers = methods as Record<string, Handler<Operation> | undefined>
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return Object.assign(serve, { handlers: Object.values(handlers) as Handler[] })

  async function serve(args: LoaderFunctionArgs): Promise<Response> {
    const { request, context } = args
    try {
      const handler = handlers[request.method === 'HEAD' ? 'GET' : request.method]
      if (!handler) throw methodNotAllowed(request.method, allowed.join(', '))
      const [operation, rule] = handler
      const signed = operation.access === 'signature' ? await signedBody(context, request) : null
      const actor: Actor = signed ? { kind: 'discord' } : await authenticate(context, operation, request)
      const access = () => {
        const ctx = contextFor(context.app, actor, context.facts)
        return requireGuildAccess({ ctx, operation, params: args.params })
      }
      const readCall = async () => {
        context.facts.tool = toolIn(operation, request.headers)
        const ctx = contextFor(context.app, actor, context.facts)
        const input = await readInput(operation, args, signed, callerIdOf(ctx))
        const asked = { ctx, operation, input, headers: request.headers }
        return { asked, repeat: keyedCallOf(asked) }
      }
      const { asked, repeat } = await readCall().catch(async (error: unknown) => {
        // Check the access first, so that callers without access get 403, not 400.
        await access()
        throw error
      })
      const { ctx, input } = asked
      if (repeat) await access()
      return await runOnce(asked, repeat, {
        async run() {
          await requireConfirmation(asked)
          const result = await rule(ctx, { ...input, repeat }, args)
          countUse(ctx, operation)
          return result
        },
        async answer(result) {
          if (isAudited(operation)) await recordAgentCall(ctx, operation.id)
          return answer(operation, context, request, result)
        },
      })
    } catch (error) {
      // A file link is a navigation, so redirect to the proof page, which then continues to the file.
      if (error instanceof Refusal && error.code === 'proof_required' && isNavigation(request))
        return redirectToProof(request)
      return errorResponse(error, context)
    }
  }
}

const isNavigation = ({ method, headers }: Request) =>
  method === 'GET' && headers.get('Sec-Fetch-Mode') === 'navigate'

function redirectToProof({ url, headers }: Request) {
  const { host, pathname, search } = new URL(url)
  const referer = headers.get('Referer') ?? ''
  const query = new URLSearchParams({ redirect_to: pathname + search })
  const from = URL.canParse(referer) ? new URL(referer) : null
  if (from?.host === host) query.set('from', from.pathname + from.search)
  const location = `/proof?${query}`
  return new Response(null, { status: 302, headers: { 'Cache-Control': 'no-store', Location: location } })
}

/** Adds the entity tag of a version to a result. The next write sends the tag in `If-Match`. */
export const withVersion = <T>(result: T, version: number, headers: ReplyHeaders = {}, status?: number) =>
  withHeaders(result, { ...headers, ETag: `"v${version}"` }, status)

/** Waits for a versioned item and returns it as a named field, with the entity tag of its version. */
export async function versioned<Name extends string, Item extends { version: number }>(
  name: Name,
  reading: Promise<Item>,
  headersOf?: (item: Item) => ReplyHeaders,
) {
  const item = await reading
  return withVersion({ [name]: item } as Record<Name, Item>, item.version, headersOf?.(item))
}

/** Sends a streamed file as a named download. */
export async function download(file: Promise<StreamedBody & { name: string }>) {
  const { name, ...body } = await file
  return withHeaders(body, { 'Content-Disposition': `attachment; filename="${name}"` })
}

/** Splits a rule's result into the result, the status and the headers of the response. */
function replyOf(operation: Operation, value: unknown) {
  const {
    result,
    headers: more,
    status = Number(Object.keys(operation.answers)[0]),
  }: RuleResult<unknown> = isReply(value) ? value : { result: value, headers: {} }
  const headers = new Headers({ 'Cache-Control': cacheControl(operation) })
  for (const [name, values] of Object.entries(more)) {
    headers.delete(name)
    for (const one of [values].flat()) headers.append(name, one)
  }
  return { result, status, headers }
}

/** Converts the result of a rule that writes to its response. */
export function writeResponse(operation: Operation, value: unknown): Response {
  const { result, status, headers } = replyOf(operation, value)
  if (!operation.answers[status]) return new Response(null, { status, headers })
  headers.set('Content-Type', 'application/json')
  return new Response(JSON.stringify(result), { status, headers })
}

async function answer(operation: Operation, context: LoadContext, request: Request, value: unknown) {
  const { result, status, headers } = replyOf(operation, value)
  const form = operation.answers[status]
  if (form && 'streamed' in form) {
    const { type, chunks } = result as StreamedBody
    headers.set('Content-Type', type)
    const body = request.method === 'HEAD' ? null : await streamBody(chunks, context)
    return new Response(body, { status, headers })
  }
  if (!form || operation.method !== 'GET' || acceptsSession(operation.access))
    return writeResponse(operation, value)
  const text = JSON.stringify(result)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  // Counters change without a version, so the tag of a versioned resource has both.
  const version = headers.get('ETag')?.slice(1, -1)
  const etag = version ? `"${version}-${hash}"` : `"${hash}"`
  headers.set('ETag', etag)
  if (matchesEtag(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  headers.set('Content-Type', 'application/json')
  return new Response(text, { status, headers })
}

function cacheControl({ access, method }: Operation) {
  if (acceptsApiKey(access)) return 'private, no-cache'
  return access === 'public' && method === 'GET' ? 'public, max-age=60' : 'no-store'
}
