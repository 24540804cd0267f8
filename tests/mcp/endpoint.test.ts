import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createKey } from '#app/features/keys/keys.server.ts'
import { action as callApiTools } from '#app/routes/api/v1.mcp.ts'
import { action } from '#app/routes/machine/mcp.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { callIn, eras, type Fetch, fetchOf, message } from '#tests/support/http/mcp.ts'
import { runs } from '#tests/support/depth.ts'

const URL = 'https://site.test/mcp'

let it: TestApp
let ask: Fetch
beforeAll(async () => {
  it = await openTestApp('sqlite, memory', {
    SITE_URL: 'https://site.test',
    SITE_ALIASES: 'old.test',
    MCP_ALLOWED_ORIGINS: 'https://host.test,vscode-file://vscode-app',
  })
  ask = fetchOf(it, action)
})
afterAll(() => it.close())

/** Creates a request for the list of tools, with other headers or another body. */
const list = (headers: Record<string, string> = {}, body?: string): RequestInit => {
  const init = message('tools/list')
  return { ...init, headers: { ...init.headers, ...headers } as HeadersInit, ...(body ? { body } : {}) }
}

async function answered(init: RequestInit, fetch = ask) {
  const response = await fetch(URL, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

/** Returns the status and the code of a refusal: our code, or that of the protocol. */
async function refused(init: RequestInit, fetch = ask) {
  const { status, text } = await answered(init, fetch)
  const { code, error } = JSON.parse(text) as { code?: string; error: { code: number } }
  return [status, code ?? error.code]
}

describe('before the protocol', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const { status, headers, text } = await answered({ method })
    expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
    expect(JSON.parse(text)).toMatchObject({ code: 'method_not_allowed', request_id: expect.any(String) })
  })

  test.each([
    [{ Origin: 'https://evil.test' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'https://site.test.evil.test' }, 403],
    [{ Origin: 'http://site.test' }, 403],
    [{ Origin: 'http://localhost:6274' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Host: 'evil.test', Origin: 'http://evil.test' }, 403],
    [{ Host: 'evil.test' }, 403],
    [{ Origin: 'https://site.test' }, 200],
    [{ Origin: 'https://host.test', 'Sec-Fetch-Site': 'cross-site' }, 200],
    [{ Origin: 'vscode-file://vscode-app' }, 200],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ Host: 'SITE.test:443' }, 200],
    [{ Host: 'old.test' }, 200],
    [{ Host: '127.0.0.1:3000' }, 200],
    [{}, 200],
  ])('the headers %j are answered with %i', async (headers, status) => {
    const given = await answered(list(headers as Record<string, string>))
    expect(given.status).toBe(status)
    if (status === 403) expect(JSON.parse(given.text)).toMatchObject({ code: 'forbidden' })
  })

  test('a site on this machine can be called by pages on this machine', async () => {
    const local = await openTestApp('sqlite, memory', { RATE_LIMITS: 'off' })
    const fetch = fetchOf(local, action)
    const statuses = ['http://localhost:6274', 'http://[::1]:1', 'https://evil.test'].map(
      async (Origin) => (await answered(list({ Origin }), fetch)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403])
    await local.close()
  })

  test('behind a proxy, the proxy decides about the host', async () => {
    const behind = await openTestApp('sqlite, memory', { SITE_URL: 'https://site.test', TRUST_PROXY: '1' })
    expect((await answered(list({ Host: 'backend:3000' }), fetchOf(behind, action))).status).toBe(200)
    await behind.close()
  })

  test.each([
    ['no body', undefined, [400, -32600]],
    ['broken JSON', '{', [400, -32700]],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', [400, -32600]],
    ['a text', '"tools/list"', [400, -32600]],
    ['null', 'null', [400, -32600]],
    ['too many levels', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`, [400, -32700]],
    ['too many items', `{"a":[${'0,'.repeat(10_001)}0]}`, [400, -32700]],
    ['too many bytes', JSON.stringify({ a: 'x'.repeat(64 * 1024) }), [413, 'payload_too_large']],
  ])('%s is refused', async (_, body, expected) => {
    const init = message('tools/list')
    expect(await refused({ ...init, body: body ?? null } as RequestInit)).toEqual(expected)
  })

  test('another type of body is refused', async () => {
    expect(await refused(list({ 'Content-Type': 'text/plain' }))).toEqual([415, 'unsupported_media_type'])
  })

  test('subscriptions are refused with the id of the request', async () => {
    const { status, text } = await answered(message('subscriptions/listen'))
    expect([status, JSON.parse(text)]).toMatchObject([404, { id: 1, error: { code: -32601 } }])
  })
})

test('requests are counted, and questions also have their own limit', async () => {
  const fetch = fetchOf(it, action, { address: '203.0.113.7' })
  const question = message('tools/call', { name: 'ask', arguments: { question: 'What is Markdown?' } })
  for (let used = 0; used < 10; used += 1) expect((await answered(question, fetch)).status).toBe(200)
  expect(await refused(question, fetch)).toEqual([429, 'rate_limited'])
  for (let used = 11; used < 120; used += 1) await fetch(URL, list())
  expect(await refused(list(), fetch)).toEqual([429, 'rate_limited'])
})

describe('in the protocol', () => {
  test('a key and a cookie change nothing', async () => {
    const { text, headers } = await answered(list({ Authorization: 'Bearer x', Cookie: 'session=x' }))
    expect(text).toBe((await answered(list())).text)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(JSON.parse(text)).toMatchObject({ result: { ttlMs: 3_600_000, cacheScope: 'public' } })
  })

  test('an Accept header without both types gets our error message', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = { 'Content-Type': 'application/json', Accept: 'text/html' }
    const { status, text } = await answered({ method: 'POST', headers, body })
    expect([status, JSON.parse(text)]).toMatchObject([
      406,
      { error: { message: 'The Accept header must include application/json and text/event-stream.' } },
    ])
  })

  test('an unknown revision is refused with the supported ones', async () => {
    const { body } = message('tools/list')
    const text = String(body).replaceAll('2026-07-28', '2099-01-01')
    const { status, text: answer } = await answered(list({ 'MCP-Protocol-Version': '2099-01-01' }, text))
    expect([status, JSON.parse(answer)]).toMatchObject([
      400,
      { error: { code: -32022, data: { supported: ['2026-07-28'] } } },
    ])
  })

  test.each([
    ['initialize', { protocolVersion: null }, 'params.protocolVersion: Enter text.'],
    ['initialize', { protocolVersion: 5 }, 'params.protocolVersion: Enter text.'],
    ['initialize', {}, 'params.protocolVersion: This field is required.'],
    [
      'initialize',
      { protocolVersion: '2025-11-25', clientInfo: {} },
      'params.clientInfo.name: This field is required.',
    ],
    ['resources/read', { uri: 5 }, 'params.uri: Enter text.'],
    ['tools/list', { cursor: 5 }, 'params.cursor: Enter text.'],
  ])('%s with the parameters %j is refused as invalid', async (method, params, error) => {
    const given = { capabilities: {}, clientInfo: { name: 'a', version: '1' }, ...params }
    const init = callIn('2025-11-25', {})
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: given })
    const key = `Bearer ${(await createKey(it.ctx(), { name: 'a', scopes: ['site:read'] })).key}`
    for (const [fetch, more] of [
      [ask, {}],
      [fetchOf(it, callApiTools), { Authorization: key }],
    ] as const) {
      const response = await fetch(URL, {
        ...init,
        headers: { ...init.headers, ...more } as HeadersInit,
        body,
      })
      expect([response.status, await response.json()]).toEqual([
        400,
        { jsonrpc: '2.0', id: 7, error: { code: -32602, message: error } },
      ])
    }
  })

  const META = 'io.modelcontextprotocol/'
  const JSON_RPC =
    'This is not a valid JSON-RPC 2.0 message. Check “jsonrpc”, “id”, “method”, “params” and “_meta”.'
  const HEADERS = 'The headers MCP-Protocol-Version, Mcp-Method and Mcp-Name must match the message.'
  test.each([
    [{ jsonrpc: '1.0' }, {}, -32600, JSON_RPC],
    [{ params: 'x' }, {}, -32600, JSON_RPC],
    [{ params: {} }, {}, -32602, 'params._meta: This field is required.'],
    [
      { params: { _meta: { [`${META}protocolVersion`]: '2026-07-28' } } },
      {},
      -32602,
      `params._meta.${META}clientCapabilities: This field is required.`,
    ],
    [
      { params: { _meta: { [`${META}protocolVersion`]: 7, [`${META}clientCapabilities`]: {} } } },
      {},
      -32602,
      `params._meta.${META}protocolVersion: Enter text.`,
    ],
    [{ method: 'ping' }, {}, -32020, HEADERS],
    [
      { params: {} },
      { 'MCP-Protocol-Version': '1999-01-01' },
      -32000,
      'This value of MCP-Protocol-Version is not supported. Use 2026-07-28, or call “initialize” first.',
    ],
  ])(
    'discovery with the fields %j and headers %j returns Signpost’s error text',
    async (more, own, code, text) => {
      const init = message('server/discover')
      const body = JSON.stringify({ ...(JSON.parse(String(init.body)) as object), ...more })
      const headers = { ...(init.headers as object), ...own } as HeadersInit
      const { status, text: answer } = await answered({ ...init, headers, body })
      expect([status, JSON.parse(answer)]).toMatchObject([400, { error: { code, message: text } }])
    },
  )

  test('headers that differ from the body are refused', async () => {
    expect(await refused(list({ 'Mcp-Method': 'tools/call' }))).toEqual([400, -32020])
  })

  test('unknown methods are not found', async () => {
    expect(await refused(message('prompts/list'))).toEqual([404, -32601])
  })

  test('arguments with too many keys are refused as a result', async () => {
    const more = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`k${index}`, 0]))
    const { status, text } = await answered(message('tools/call', { name: 'search', arguments: more }))
    const { result } = JSON.parse(text) as { result: { isError: boolean; content: { text: string }[] } }
    expect([status, result.isError]).toEqual([200, true])
    expect(JSON.parse(result.content[0]!.text)).toMatchObject({ code: 'invalid_request' })
  })

  test.each(eras)(
    'random JSON with the revision %s is never a fault',
    { timeout: runs(60_000) },
    async (era) => {
      const fetch = fetchOf(it, action)
      const method = fc.constantFrom(
        'tools/call',
        'tools/list',
        'resources/read',
        'initialize',
        'ping',
        'toString',
      )
      const input = fc.record(
        {
          jsonrpc: fc.constantFrom<unknown>('2.0', '1.0', 2),
          id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
          method: fc.oneof(method, fc.jsonValue()),
          params: fc.oneof(
            fc.record({
              name: fc.oneof(fc.constantFrom('search', 'fetch', 'list_pages'), fc.jsonValue()),
              arguments: fc.oneof(
                fc.dictionary(
                  fc.constantFrom('query', 'id', 'limit', 'offset', 'under', '__proto__'),
                  fc.jsonValue(),
                ),
                fc.jsonValue(),
              ),
              uri: fc.jsonValue(),
            }),
            fc.jsonValue(),
          ),
        },
        { requiredKeys: [] },
      )
      await fc.assert(
        fc.asyncProperty(input, async (value) => {
          const text = JSON.stringify(value)
          const { headers } = message(typeof value.method === 'string' ? value.method.slice(0, 20) : 'x')
          const given = new Headers()
          for (const [name, one] of Object.entries(headers as Record<string, string>))
            if (/^[\x20-\x7e]*$/.test(one) && (era === '2026-07-28' || !/^mcp-/i.test(name)))
              given.set(name, one)
          const response = await fetch(URL, { method: 'POST', headers: given, body: text })
          expect(response.status).toBeLessThan(500)
          await response.text()
        }),
        { numRuns: runs(150) },
      )
    },
  )
})

test('nothing names metadata of OAuth', async () => {
  const seen = vi.fn((init: RequestInit) => answered(init))
  for (const init of [list(), message('server/discover'), list({ Origin: 'https://evil.test' })]) {
    const { text, headers } = await seen(init)
    expect(text + JSON.stringify([...headers])).not.toMatch(/resource_metadata|oauth/i)
  }
})
