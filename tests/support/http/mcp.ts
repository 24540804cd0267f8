import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ActionFunctionArgs } from '@remix-run/node'
import { anAddress, client } from '#tests/support/http/client.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import type { TestApp } from '#tests/support/factories.ts'

/** Protocol revisions to test: the last with `initialize`, and the first without. */
export const eras = ['2025-11-25', '2026-07-28'] as const
export type Era = (typeof eras)[number]

/** Sends a request over the network, or to a route in this process. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

type Route = (args: ActionFunctionArgs) => Promise<Response>
type Served = { pages?: Record<string, string>; address?: string }

/** Calls a route in this process. `pages` are the pages that it can read as Markdown. */
export const fetchOf =
  ({ app }: TestApp, serve: Route, { pages = {}, address }: Served = {}): Fetch =>
  (url, init) => {
    const facts = { requestId: randomUUID(), address: address ?? anAddress(), secure: false, nonce: '' }
    const context = { app, facts, pages: { markdown: async (path: string) => pages[path] ?? null } }
    return serve({ request: new Request(url, init), params: {}, context } as unknown as ActionFunctionArgs)
  }

/** Calls a server from an address of its own, so that no other client's limits are met. */
export function fetchFrom(server: Server): Fetch {
  const ask = client(server, anAddress())
  return (target, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    return ask(new URL(target).pathname, { ...init, headers })
  }
}

/** Waits after a 429 as long as `Retry-After` says, and repeats the request. */
export const patient =
  (fetch: Fetch, wait: (seconds: number) => void): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (response.status !== 429) return response
    wait(Number(response.headers.get('Retry-After')))
    return fetch(url, init)
  }

type Connection = { url: string; era: Era; fetch?: Fetch; key?: string }

/** Connects the official client. Close it at the end. */
export async function connectMcp({ url, era, fetch, key }: Connection): Promise<Client> {
  const mode = era === '2026-07-28' ? ('auto' as const) : ('legacy' as const)
  const connected = new Client({ name: 'signpost-tests', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    ...(fetch ? { fetch } : {}),
    ...(key ? { requestInit: { headers: { Authorization: `Bearer ${key}` } } } : {}),
  })
  await connected.connect(transport)
  return connected
}

/** Calls a tool that must succeed. Returns its structured result, which its text repeats. */
export async function callTool<T>(client: Client, name: string, input: object = {}): Promise<T> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...input } })
  const [text, ...more] = content as { type: string; text: string }[]
  if (isError) throw new Error(text?.text)
  if (more.length) throw new Error(`${name} returns more than one text`)
  if (text?.text !== JSON.stringify(structuredContent)) throw new Error(`${name} returns two results`)
  return structuredContent as T
}

/** Error that a tool returns to the model. */
export type ToolError = {
  error: string
  code: string
  request_id: string
  issues?: { path: string; message: string }[]
  current?: { version: number }
}

/** Calls a tool that must be refused. */
export async function refusedTool(client: Client, name: string, input: object = {}): Promise<ToolError> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...input } })
  const [text] = content as { text: string }[]
  if (!isError || structuredContent !== undefined) throw new Error(`${name} succeeded: ${text?.text}`)
  return JSON.parse(text!.text) as ToolError
}

/** Creates a POST request of the newest revision, with the headers that repeat fields of the message. */
export function message(method: string, params: Record<string, unknown> = {}): RequestInit {
  const name = params.name ?? params.uri
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'signpost-tests', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  }
}

/** Creates a request of a revision that calls a tool, also with a name or arguments that the client would refuse. */
export function callIn(era: Era, params: object, headers: Record<string, string> = {}): RequestInit {
  const init = message('tools/call', { ...params })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const given = Object.entries(init.headers as Record<string, string>).filter(
    ([name]) => era === '2026-07-28' || !/^mcp-/i.test(name),
  )
  return {
    ...init,
    headers: { ...Object.fromEntries(given), ...headers },
    ...(era === '2026-07-28' ? {} : { body }),
  }
}

type Answer = {
  result?: { isError?: boolean; content: { text: string }[] }
  error?: { code: number; message: string }
}

/** Reads the message of a response, which older revisions send as an event. */
export async function messageIn(response: Response): Promise<Answer> {
  const text = await response.text()
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) as Answer
}
