import type { McpServer } from '@modelcontextprotocol/server'
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

/** Request that a message belongs to. `called` is the name of the tool that the message calls, if any. */
export type Served = {
  context: LoadContext
  actor: Actor
  endpoint: string
  offer: Offer
  called: string | undefined
}

/** Requests by the `Request` that the protocol library passes on. */
const served = new WeakMap<Request, Served>()

/** Loads the protocol library at the first message, because most processes never receive one. */
const library = () => (loading ??= open())
let loading: ReturnType<typeof open> | undefined

async function open() {
  const { createMcpHandler, McpServer: Server } = await import('@modelcontextprotocol/server')
  return createMcpHandler(({ requestInfo }) => {
    const request = served.get(requestInfo!)!
    try {
      return serverFor(Server, request)
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

/** Schema for calls, whose arguments are parsed by the tool itself. */
const anyArguments = { inputSchema: listed({ type: 'object' }) }

/**
 * Creates the server of one request. It only registers tools, and for a call only the called tool without its schemas,
 * so that a request costs little.
 */
function serverFor(Server: typeof McpServer, { context, actor, endpoint, offer, called }: Served): McpServer {
  const { identity, instructions, cache } = offer
  const tools = called === undefined ? offer.tools : offer.tools.filter(({ name }) => name === called)
  const skills = called === undefined ? offer.skills : undefined
  const hints = ['tools/list', 'server/discover', ...(skills ? skillLists : [])] as const
  const server = new Server(identity, {
    instructions,
    cacheHints: Object.fromEntries(hints.map((method) => [method, cache])),
    capabilities: {
      tools: { listChanged: false },
      ...(skills ? { resources: { listChanged: false } } : {}),
    },
  })
  const ctx = contextFor(context.app, actor, context.facts)
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      called === undefined ? configOf(tool) : anyArguments,
      (given: unknown, { mcpReq: { signal } }) => {
        const client = server.server.getClientVersion()?.name
        return callTool(
          tool,
          given,
          { ctx, pages: context.pages, signal },
          { context, endpoint, client: client ? truncate(toSafeLine(client), 60) : null },
        )
      },
    )
  }
  skills?.attach(server)
  return server
}

function configOf({ title, description, annotations, schemas }: McpTool) {
  const { input, output } = schemas()
  return { title, description, annotations, inputSchema: listed(input), outputSchema: listed(output) }
}

const skillLists = ['resources/list', 'resources/templates/list', 'resources/read'] as const
