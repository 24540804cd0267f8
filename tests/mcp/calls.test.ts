import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { NotFound } from '#app/errors.ts'
import { createServerHandler } from '#app/http/server/handler.server.ts'
import { mcpEndpoint } from '#app/mcp/endpoint.server.ts'
import { defineTool, readHints, type ToolCall } from '#app/mcp/tool.server.ts'
import { callSiteTools } from '#app/openapi/mcp.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { connectMcp, eras, type Fetch, fetchOf, message, refusedTool } from '#tests/support/http/mcp.ts'

const URL = 'https://site.test/mcp'

type Route = ReturnType<typeof mcpEndpoint>

let it: TestApp
let lines: Record<string, unknown>[]
beforeEach(async () => {
  it = await openTestApp('sqlite, memory', { SITE_URL: 'https://site.test', RATE_LIMITS: 'off' })
  lines = []
  it.app.log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line) as never) })
})
afterEach(() => it.close())

/** Creates an endpoint with one tool that has the given rule. */
function endpointTo(rule: (call: ToolCall) => Promise<object>, deadline = 20): Fetch & { serve: Route } {
  const tool = defineTool({
    name: 'try_it',
    title: 'Try it',
    description: 'Does what the test wants.',
    operation: callSiteTools,
    input: z.strictObject({ word: z.string().optional() }),
    output: z.looseObject({}),
    annotations: readHints,
    deadline,
    rule,
  })
  const offer = {
    identity: { name: 'test/site', title: 'Test', version: '1', websiteUrl: URL },
    instructions: 'Test.',
    tools: [tool],
    cache: { ttlMs: 0, cacheScope: 'private' as const },
  }
  const serve = mcpEndpoint({ operation: callSiteTools, mostBytes: 64 * 1024, offer: () => offer })
  return Object.assign(fetchOf(it, serve), { serve })
}

test.each(eras)('with %s, the text of a bug stays in the log', async (era) => {
  const fetch = endpointTo(async () => {
    throw new Error('secret detail')
  })
  const client = await connectMcp({ url: URL, era, fetch })
  const { code, error, request_id } = await refusedTool(client, 'try_it')
  expect([code, error]).toEqual(['internal', expect.stringContaining('Something went wrong')])
  const logged = lines.find(({ msg }) => msg === 'a request failed')!
  expect(logged).toMatchObject({ request_id, err: { message: 'secret detail' } })
  await client.close()
})

test('a refusal keeps its message and its code, and names the request', async () => {
  const fetch = endpointTo(async () => {
    throw new NotFound('There is no such thing. Use list_things.')
  })
  const client = await connectMcp({ url: URL, era: '2026-07-28', fetch })
  expect(await refusedTool(client, 'try_it')).toEqual({
    error: 'There is no such thing. Use list_things.',
    code: 'not_found',
    request_id: expect.any(String),
    doc_url: 'https://site.test/docs/errors#not_found',
  })
  await client.close()
})

test.each(eras)('with %s, a call past its deadline is unavailable', async (era) => {
  const aborted = vi.fn()
  const fetch = endpointTo(async ({ signal }) => {
    signal.addEventListener('abort', aborted)
    return new Promise(() => {})
  }, 0.05)
  const client = await connectMcp({ url: URL, era, fetch })
  expect(await refusedTool(client, 'try_it')).toMatchObject({ code: 'unavailable' })
  expect(aborted).toHaveBeenCalledOnce()
  await client.close()
})

test('a client that disconnects aborts the rule', async () => {
  const started = new AbortController()
  const ended = new AbortController()
  const fetch = endpointTo(async ({ signal }) => {
    started.abort()
    await once(signal, 'abort')
    ended.abort()
    signal.throwIfAborted()
    return {}
  })
  const leaving = new AbortController()
  const init = message('tools/call', { name: 'try_it', arguments: {} })
  const response = fetch(URL, { ...init, signal: leaving.signal })
  await once(started.signal, 'abort')
  leaving.abort()
  await once(ended.signal, 'abort')
  expect((await response).status).toBe(499)
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
})

test('a connection that closes aborts the rule in a real server', async () => {
  const started = new AbortController()
  const ended = new AbortController()
  const endpoint = endpointTo(async ({ signal }) => {
    started.abort()
    await once(signal, 'abort')
    ended.abort()
    throw signal.reason
  }, 60)
  const module = { loader: endpoint.serve, action: endpoint.serve }
  const build = { routes: { mcp: { id: 'mcp', path: 'mcp', module } } } as unknown as ServerBuild
  const server = createServer(createServerHandler(it.app, build, new Map()).listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const leaving = new AbortController()
  const init = message('tools/call', { name: 'try_it', arguments: {} })
  const left = fetch(`http://127.0.0.1:${port}/mcp`, { ...init, signal: leaving.signal }).catch(() => 'left')
  await once(started.signal, 'abort')
  leaving.abort()
  await once(ended.signal, 'abort')
  expect(await left).toBe('left')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a call is logged with its tool, outcome and client, without its arguments', async () => {
  const fetch = endpointTo(async () => ({ found: true }))
  const init = message('tools/call', { name: 'try_it', arguments: { word: 'private words' } })
  await (await fetch(URL, init)).text()
  const [line] = lines.filter(({ msg }) => msg === 'a call of a tool')
  expect(line).toMatchObject({
    ...{ endpoint: '/mcp', tool: 'try_it', outcome: 'ok', client: 'signpost-tests', ms: expect.any(Number) },
  })
  expect(JSON.stringify(lines)).not.toContain('private words')
})
