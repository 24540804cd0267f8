import { z } from 'zod'
import { operation, streamed } from '#app/operations/operation.ts'

/** Newest revision of the Model Context Protocol that the endpoints serve. */
export const MCP_REVISION = '2026-07-28'

const id = z
  .union([z.string(), z.int()])
  .optional()
  .meta({ description: 'Id of the request. Notifications have none.', example: 1 })

const params = z
  .looseObject({})
  .optional()
  .meta({
    description: `Parameters of the method. In revision ${MCP_REVISION}, \`_meta\` names the protocol version and the capabilities of the client.`,
    example: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MCP_REVISION,
        'io.modelcontextprotocol/clientInfo': { name: 'example', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })

const message = z
  .looseObject({
    jsonrpc: z.literal('2.0').meta({ description: 'Version of JSON-RPC.' }),
    id,
    method: z.string().meta({ description: 'Method of the protocol.', example: 'tools/list' }),
    params,
  })
  .meta({ id: 'McpMessage', description: 'One JSON-RPC message. Batches are rejected.' })

/** JSON-RPC error object, which the protocol requires in place of the common error body. */
const rpcError = z
  .looseObject({
    code: z.int().meta({ description: 'Error code of the protocol.', example: -32602 }),
    message: z.string().meta({ description: 'Message for people.', example: 'Tool nothing not found' }),
  })
  .meta({ id: 'McpError', description: 'Error of the protocol.' })

const answerId = z
  .union([z.string(), z.int()])
  .nullable()
  .optional()
  .meta({ description: 'Id of the request, or null if the request has none.', example: 1 })

const response = z
  .looseObject({
    jsonrpc: z.literal('2.0').meta({ description: 'Version of JSON-RPC.' }),
    id: answerId,
    result: z.looseObject({}).optional().meta({ description: 'Result of the method.', example: {} }),
    error: rpcError.optional(),
  })
  .meta({ id: 'McpResponse', description: 'JSON-RPC response to the message.' })

const headers = z.object({
  'MCP-Protocol-Version': z.string().meta({
    description: 'Revision of the protocol, as in `_meta`. Clients of earlier revisions can omit the header.',
    example: MCP_REVISION,
  }),
  'Mcp-Method': z.string().meta({
    description: 'Method of the message. Clients of earlier revisions can omit the header.',
    example: 'tools/list',
  }),
})

/** Fields that both endpoints share. */
const shared = {
  rpc: true,
  headers,
  body: message,
  answers: {
    200: streamed({
      'application/json': response,
      'text/event-stream': z.string().meta({
        description: 'The response as one Server-Sent Event, for clients of the 2025 revisions.',
        example: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n\n',
      }),
    }),
    202: null,
  },
} as const

export const callSiteTools = operation('callSiteTools', 'POST /mcp', {
  ...shared,
  safe: true,
  access: 'public',
  limit: 'mcp',
  summary: 'Call the tools of the site over MCP',
  description:
    'Endpoint of the Model Context Protocol with the tools `search`, `fetch`, `list_pages` and `ask`, and the skills of the site. All tools are read-only. `ask` also counts against `mcp_ask`. In the newest revision, `tools/call` and `resources/read` also require the `Mcp-Name` header. Keys and cookies are ignored.',
})

export const callApiTools = operation('callApiTools', 'POST /api/v1/mcp', {
  ...shared,
  access: { key: null },
  limit: 'v1',
  summary: 'Call the tools of an API key over MCP',
  description:
    'Endpoint of the Model Context Protocol for the guild of the key. It lists only the tools that the scopes of the key allow. The tools read and change the same data as the operations of the external API. In the newest revision, `tools/call` also requires the `Mcp-Name` header.',
})
