import { MCP_REVISION } from '#app/openapi/mcp.ts'

/** Error codes of JSON-RPC. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
} as const

/** Returns the id of a message, or null if the message has none that a response can repeat. */
const idOf = (message: { id?: unknown } | null) =>
  typeof message?.id === 'string' || typeof message?.id === 'number' ? message.id : null

/** Creates the response for a message that the service refuses. */
export const rpcError = (
  status: number,
  code: keyof typeof rpcCodes,
  text: string,
  message: { id?: unknown } | null = null,
): Response =>
  Response.json(
    { jsonrpc: '2.0', id: idOf(message), error: { code: rpcCodes[code], message: text } },
    { status },
  )

type LibraryError = {
  code: number
  message: string
  data?: { envelope?: { missing?: string[]; key?: string; problem?: string } }
}

/** Error codes of the library, for headers that differ from the message and for unsupported revisions. */
const [HEADER_MISMATCH, NOT_SUPPORTED] = [-32020, -32000]

const NOT_ACCEPTABLE = 'The Accept header must include application/json and text/event-stream.'

/** Replaces the library's text of a refused message with the text of this service. Keeps the code, id and data. */
export async function withOwnText(response: Response): Promise<Response> {
  if (response.status !== 400 && response.status !== 406) return response
  const body = (await response.json()) as { error: LibraryError }
  const message = response.status === 406 ? NOT_ACCEPTABLE : ownText(body.error)
  return Response.json({ ...body, error: { ...body.error, message } }, { status: response.status })
}

function ownText({ code, message, data }: LibraryError): string {
  if (code === rpcCodes.invalidRequest)
    return 'This is not a valid JSON-RPC 2.0 message. Check “jsonrpc”, “id”, “method”, “params” and “_meta”.'
  if (code === HEADER_MISMATCH)
    return 'The headers MCP-Protocol-Version, Mcp-Method and Mcp-Name must match the message.'
  if (code === NOT_SUPPORTED)
    return `This value of MCP-Protocol-Version is not supported. Use ${MCP_REVISION}, or call “initialize” first.`
  if (!data?.envelope) return message
  const { missing: [missing] = [], key = missing, problem = 'missing' } = data.envelope
  const path = key === '_meta' ? 'params._meta' : `params._meta.${key}`
  return `${path}: ${problem === 'missing' ? 'This field is required.' : problem}`
}
