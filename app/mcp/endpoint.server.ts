import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Actor } from '#app/access.ts'
import type { LoadContext } from '#app/context.server.ts'
import { Invalid, methodNotAllowed } from '#app/errors.ts'
import { mcpReader } from '#app/features/readers/reader.ts'
import { authenticate, consumeLimit } from '#app/http/auth/authenticate.server.ts'
import { errorResponse } from '#app/http/protocol/error-response.server.ts'
import { readJson } from '#app/http/protocol/read-body.server.ts'
import { checkHostAndOrigin } from '#app/mcp/host-check.server.ts'
import { rpcError } from '#app/mcp/rpc-error.server.ts'
import type { CalledTool, Message, Offer } from '#app/mcp/served.server.ts'
import { respondTo } from '#app/mcp/server.server.ts'
import type { Operation } from '#app/operations/operation.ts'

type Endpoint = {
  operation: Operation
  /** Maximum size of a message in bytes. */
  mostBytes: number
  /** Returns the tools for a caller. */
  offer(context: LoadContext, actor: Actor): Offer | Promise<Offer>
}

/**
 * Creates the route of an MCP endpoint. Refusals before the protocol have the common error body. Batches are rejected,
 * because one request could contain hundreds of calls. Subscriptions are rejected, because the endpoint keeps no streams open.
 */
export const mcpEndpoint =
  ({ operation, mostBytes, offer }: Endpoint) =>
  async ({ request, context }: LoaderFunctionArgs): Promise<Response> => {
    try {
      if (request.method !== operation.method) throw methodNotAllowed(request.method, operation.method)
      checkHostAndOrigin(request, context.app.config)
      const actor = await authenticate(context, operation, request)
      context.facts.reader = mcpReader
      const message = await readMessage(request, mostBytes)
      if (message instanceof Response) return withoutCaching(message)
      const about = await offer(context, actor)
      const called = calledTool(message)
      const limit = called && about.tools.find(({ name }) => name === called.name)?.limit
      if (limit) await consumeLimit(context, limit, actor)
      const served = { message, context, actor, endpoint: operation.path, offer: about, called }
      return withoutCaching(await respondTo(request, served))
    } catch (error) {
      return errorResponse(error, context)
    }
  }

/** Reads one message. Returns a response instead if the protocol library must not see the message. */
async function readMessage(request: Request, mostBytes: number): Promise<Message | Response> {
  let body: unknown
  try {
    body = await readJson(request, mostBytes)
  } catch (error) {
    if (error instanceof Invalid) return rpcError(400, 'parseError', error.message)
    throw error
  }
  if (Array.isArray(body))
    return rpcError(400, 'invalidRequest', 'Send one message. Batches are not supported.')
  if (typeof body !== 'object' || body === null)
    return rpcError(400, 'invalidRequest', 'Send a JSON-RPC message as a JSON object.')
  const message = body as Message
  if (message.method !== 'subscriptions/listen') return message
  return rpcError(404, 'methodNotFound', 'Subscriptions are not supported. Read the lists again.', message)
}

/** Returns the tool that a message calls, if any. */
function calledTool({ method, params }: Message): CalledTool | undefined {
  if (method !== 'tools/call') return undefined
  const { name, arguments: given } = (params ?? {}) as Partial<CalledTool>
  return { name, arguments: given }
}

function withoutCaching(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store')
  return response
}
