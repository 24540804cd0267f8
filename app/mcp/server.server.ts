import type * as Library from '@modelcontextprotocol/server'
import { isPlainCall, respondToCall, runCall } from '#app/mcp/calls.server.ts'
import { rpcError, withOwnText } from '#app/mcp/rpc-error.server.ts'
import type { Message, Served } from '#app/mcp/served.server.ts'
import { listed } from '#app/mcp/schemas.server.ts'
import type { McpTool } from '#app/mcp/tool.server.ts'

/** Requests by the `Request` that the protocol library passes on. */
const served = new WeakMap<Request, Served>()

/** Loads the protocol library at the first message, because most processes never receive one. */
const library = () => (loading ??= open())
let loading: ReturnType<typeof open> | undefined

async function open() {
  const opened = await import('@modelcontextprotocol/server')
  const handler = opened.createMcpHandler(({ requestInfo }) => {
    const request = served.get(requestInfo!)!
    try {
      return request.called ? serverForCall(opened, request) : serverFor(opened, request)
    } catch (error) {
      request.context.app.log.error({ err: error }, 'an MCP server could not be created')
      throw error
    }
  })
  return { opened, fetch: handler.fetch }
}

/** Responds to one message. The library serves clients of all revisions, without sessions. */
export async function respondTo(request: Request, about: Omit<Served, 'signal'>): Promise<Response> {
  const { opened, fetch } = await library()
  const { url, headers } = request
  const signal = about.context.disconnected?.() ?? request.signal
  const whole = { ...about, signal }
  const response = isPlainCall(opened, request, whole) ? await respondToCall(opened, whole) : null
  if (response) return response
  const invalid = invalidParams(opened, about.message)
  if (invalid !== null) return rpcError(400, 'invalidParams', invalid, about.message)
  // The library reads these four fields. A `Request` with a signal costs as much as the rest of a call.
  const bare = { url, method: 'POST', headers: withJsonType(headers), signal } as Request
  served.set(bare, whole)
  return withOwnText(await fetch(bare, { parsedBody: about.message }))
}

/** Types of the requests whose parameters the library checks, by method. */
const requestTypes = {
  initialize: 'InitializeRequest',
  ping: 'PingRequest',
  'tools/list': 'ListToolsRequest',
  'resources/list': 'ListResourcesRequest',
  'resources/templates/list': 'ListResourceTemplatesRequest',
  'resources/read': 'ReadResourceRequest',
} as const

/**
 * Returns the first problem of a message's parameters, or null. The library would report the problem as an internal error,
 * with the text of its parser.
 */
function invalidParams({ specTypeSchemas }: typeof Library, message: Message): string | null {
  const method: unknown = message.method
  if (typeof method !== 'string' || !Object.hasOwn(requestTypes, method) || message.id === undefined)
    return null
  const type = requestTypes[method as keyof typeof requestTypes]
  const checked = specTypeSchemas[type]['~standard'].validate(message)
  const [issue] = ('issues' in checked && checked.issues) || []
  return issue?.path?.[0] === 'params' ? `${issue.path.join('.')}: ${issue.message}` : null
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
function serverForCall(library: typeof Library, about: Served): Library.Server {
  const server = new library.Server(about.offer.identity, { capabilities: { tools: { listChanged: false } } })
  server.fallbackRequestHandler = () => runCall(library, about)
  return server
}

function configOf({ title, description, annotations, schemas }: McpTool) {
  const { input, output } = schemas()
  return { title, description, annotations, inputSchema: listed(input), outputSchema: listed(output) }
}

const skillLists = ['resources/list', 'resources/templates/list', 'resources/read'] as const
