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
