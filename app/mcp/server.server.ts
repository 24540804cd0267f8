import type * as Library from '@modelcontextprotocol/server'
import type { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { Actor } from '#app/access.ts'
import { contextFor, type LoadContext } from '#app/context.server.ts'
import { listed } from '#app/mcp/schemas.server.ts'
import { callTool, type McpTool } from '#app/mcp/tool.server.ts'
import { toSafeLine, truncate } from '#app/primitives/text.ts'

/** Identity that a server reports to clients. */
export type ServerIdentity = { name: string; title: string; version: string; websiteUrl: string }

/** Identity, texts, tools and skills for a caller, and the lifetime of the lists in clients. */
export type Offer = {
  identity: ServerIdentity
  instructions: string
  tools: readonly McpTool[]
  skills?: SkillsExtension
  cache: { ttlMs: number; cacheScope: 'public' | 'private' }
}

/** Name and arguments of a called tool, as the client sent them. */
export type CalledTool = { name: unknown; arguments: unknown }

/** Request that a message belongs to. `called` is the tool that the message calls, if any. */
export type Served = {
  context: LoadContext
  actor: Actor
  endpoint: string
  offer: Offer
  called: CalledTool | undefined
}

/** Requests by the `Request` that the protocol library passes on. */
const served = new WeakMap<Request, Served>()

/** Loads the protocol library at the first message, because most processes never receive one. */
const library = () => (loading ??= open())
let loading: ReturnType<typeof open> | undefined

async function open() {
  const opened = await import('@modelcontextprotocol/server')
  return opened.createMcpHandler(({ requestInfo }) => {
    const request = served.get(requestInfo!)!
    try {
      return request.called ? serverForCall(opened, request, request.called) : serverFor(opened, request)
    } catch (error) {
      request.context.app.log.error({ err: error }, 'an MCP server could not be created')
      throw error
    }
  })
}

/** Responds to one message. The library serves clients of all revisions, without sessions. */
export async function respondTo(request: Request, message: unknown, about: Served): Promise<Response> {
  const { fetch } = await library()
  const { url, headers } = request
  const signal = about.context.disconnected?.() ?? request.signal
  // The library reads these four fields. A `Request` with a signal costs as much as the rest of a call.
  const bare = { url, method: 'POST', headers: withJsonType(headers), signal } as Request
  served.set(bare, about)
  return fetch(bare, { parsedBody: message })
}

/** Returns headers with the only media type that the library accepts. `readJson` has checked the type. */
function withJsonType(headers: Headers): Headers {
  if (/^application\/json\s*(;|$)/i.test(headers.get('Content-Type') ?? '')) return headers
  const given = new Headers(headers)
  given.set('Content-Type', 'application/json')
  return given
}

/** Creates the server of a request that calls no tool. */
function serverFor({ McpServer }: typeof Library, { offer }: Served): Library.McpServer {
  const { identity, instructions, tools, skills, cache } = offer
  const hints = ['tools/list', 'server/discover', ...(skills ? skillLists : [])] as const
  const server = new McpServer(identity, {
    instructions,
    cacheHints: Object.fromEntries(hints.map((method) => [method, cache])),
    capabilities: {
      tools: { listChanged: false },
      ...(skills ? { resources: { listChanged: false } } : {}),
    },
  })
  for (const tool of tools) server.registerTool(tool.name, configOf(tool), neverCalled)
  skills?.attach(server)
  return server
}

const neverCalled = () => {
  throw new Error('Calls have their own server.')
}

/**
 * Creates the server of one call. Its fallback handler gets the call unparsed and sends the result unchecked, because the
 * tool parses its arguments. A registered tool would be parsed three times by the library, which costs as much as the rule.
 */
function serverForCall(
  { Server, ProtocolError, ProtocolErrorCode }: typeof Library,
  { context, actor, endpoint, offer }: Served,
  called: CalledTool,
): Library.Server {
  const server = new Server(offer.identity, { capabilities: { tools: { listChanged: false } } })
  server.fallbackRequestHandler = async (_, { mcpReq: { signal } }) => {
    const tool = offer.tools.find(({ name }) => name === called.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(called.name))
    const ctx = contextFor(context.app, actor, context.facts)
    const client = server.getClientVersion()?.name
    return callTool(
      tool,
      called.arguments,
      { ctx, pages: context.pages, signal },
      { context, endpoint, client: client ? truncate(toSafeLine(client), 60) : null },
    )
  }
  return server
}

const unknownTool = (name: unknown) =>
  typeof name === 'string'
    ? `There is no tool “${truncate(toSafeLine(name), 100)}”. List the tools again.`
    : 'Send the name of the tool as text in params.name.'

function configOf({ title, description, annotations, schemas }: McpTool) {
  const { input, output } = schemas()
  return { title, description, annotations, inputSchema: listed(input), outputSchema: listed(output) }
}

const skillLists = ['resources/list', 'resources/templates/list', 'resources/read'] as const
