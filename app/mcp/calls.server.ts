import type * as Library from '@modelcontextprotocol/server'
import { contextFor } from '#app/context.server.ts'
import type { Served, ServerIdentity } from '#app/mcp/served.server.ts'
import { callTool, type ToolResult } from '#app/mcp/tool.server.ts'
import { MCP_REVISION } from '#app/openapi/mcp.ts'
import { isObject } from '#app/primitives/objects.ts'
import { toSafeLine, truncate } from '#app/primitives/text.ts'

/** Runs the tool that a message calls. Throws `ProtocolError` for unknown tools. */
export async function runCall(
  { ProtocolError, ProtocolErrorCode, CLIENT_INFO_META_KEY }: typeof Library,
  { context, actor, endpoint, offer, called, message, signal }: Served,
): Promise<ToolResult> {
  const tool = offer.tools.find(({ name }) => name === called?.name)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(called?.name))
  const ctx = contextFor(context.app, actor, context.facts)
  const call = { ctx, pages: context.pages, signal }
  const client = nameOf(metaOf(message)[CLIENT_INFO_META_KEY])
  return callTool(tool, called?.arguments, call, { context, endpoint, client })
}

const unknownTool = (name: unknown) =>
  typeof name === 'string'
    ? `There is no tool “${truncate(toSafeLine(name), 100)}”. List the tools again.`
    : 'Send the name of the tool as text in params.name.'

/** Returns the fields of the protocol that a message carries. */
function metaOf({ params }: Served['message']): Record<string, unknown> {
  const meta = isObject(params) ? params._meta : undefined
  return isObject(meta) ? meta : {}
}

/** Returns the unverified name of a client, for the log. */
function nameOf(client: unknown): string | null {
  const name = isObject(client) ? client.name : undefined
  return typeof name === 'string' && name ? truncate(toSafeLine(name), 60) : null
}

/**
 * Checks whether a request is a call whose headers and message name the same revision, method and tool. The library checks
 * all other requests.
 */
export function isPlainCall(
  { PROTOCOL_VERSION_META_KEY }: typeof Library,
  { headers }: Request,
  { called, message }: Served,
): boolean {
  const { jsonrpc, id } = message
  return (
    called !== undefined &&
    jsonrpc === '2.0' &&
    (typeof id === 'string' || Number.isSafeInteger(id)) &&
    metaOf(message)[PROTOCOL_VERSION_META_KEY] === MCP_REVISION &&
    headers.get('MCP-Protocol-Version') === MCP_REVISION &&
    headers.get('Mcp-Method') === 'tools/call' &&
    headers.get('Mcp-Name') === called.name
  )
}

type Reply = { result?: ToolResult; error?: object }
type Calls = (served: Served) => Promise<Reply | null>

/**
 * Connects one server for all calls, because a server and a transport for each request cost as much as a call. The library
 * checks the message and completes the result. A call resolves with null if the library refuses the message.
 */
async function openCalls(library: typeof Library, identity: ServerIdentity): Promise<Calls> {
  const pending = new Map<unknown, { served: Served; settle(reply: Reply): void }>()
  const classification = { era: 'modern', revision: MCP_REVISION } as const
  const transport = Object.assign(new library.PerRequestHTTPServerTransport({ classification }), {
    async send(message: Library.JSONRPCMessage) {
      if ('id' in message) pending.get(message.id)?.settle(message as Reply)
    },
  })
  const server = new library.Server(identity, {
    capabilities: { tools: { listChanged: false } },
    supportedProtocolVersions: [MCP_REVISION],
  })
  // The library reports a message that is no request, and sends no response to it.
  let isReported = false
  server.onerror = () => void (isReported = true)
  server.fallbackRequestHandler = (_, { mcpReq }) => runCall(library, pending.get(mcpReq.id)!.served)
  await server.connect(transport)
  let last = 0
  return async (served) => {
    const id = (last += 1)
    let isDispatched = false
    try {
      return await new Promise<Reply | null>((resolve) => {
        // The library refuses a message before it returns, and calls the handler later.
        pending.set(id, { served, settle: (reply) => resolve(isDispatched ? reply : null) })
        isReported = false
        transport.onmessage!({ ...served.message, id } as Library.JSONRPCRequest, { classification })
        isDispatched = true
        if (isReported) resolve(null)
      })
    } finally {
      pending.delete(id)
    }
  }
}

/** Servers of calls by their name. A changed identity replaces the server. */
const opened = new Map<string, { key: string; calls: Promise<Calls> }>()

function callsOf(library: typeof Library, identity: ServerIdentity): Promise<Calls> {
  const key = JSON.stringify(identity)
  const known = opened.get(identity.name)
  if (known?.key === key) return known.calls
  const calls = openCalls(library, identity)
  opened.set(identity.name, { key, calls })
  return calls
}

/** Responds to a plain call. Returns null if the library must respond. */
export async function respondToCall(library: typeof Library, served: Served): Promise<Response | null> {
  const calls = await callsOf(library, served.offer.identity)
  const reply = await calls(served)
  if (!reply) return null
  // No client receives this status of the library, but the log does.
  if (served.signal.aborted) return new Response(null, { status: 499 })
  const { id } = served.message
  const body = reply.result
    ? `{"result":${resultText(reply.result)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
    : JSON.stringify({ ...reply, id })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

/** Serializes a result. Its text is the JSON of its structured content, which is not serialized again. */
function resultText({ content: [{ text }], structuredContent, ...rest }: ToolResult): string {
  const structured = structuredContent ? `"structuredContent":${text},` : ''
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],${structured}${JSON.stringify(rest).slice(1)}`
}
