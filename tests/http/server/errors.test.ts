import { describe, expect, test } from 'vitest'
import {
  oneServer,
  client,
  guildWithKey,
  json,
  signInAs,
  type ErrorBody,
} from '#tests/support/http/client.ts'
import { askRaw } from '#tests/support/http/raw-request.ts'

async function expectError(response: Response, status: number, code: string) {
  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toBe('application/json')
  const body = (await response.json()) as ErrorBody
  expect(body.code).toBe(code)
  expect(body.error).toMatch(/^[^{}]{8,300}$/)
  expect(body.request_id).toBe(response.headers.get('X-Request-Id'))
  expect(new URL(body.doc_url).pathname + new URL(body.doc_url).hash).toBe(`/docs/errors#${code}`)
  expect(
    Object.keys(body).filter((name) => !['error', 'code', 'request_id', 'doc_url', 'issues'].includes(name)),
  ).toEqual([])
  return body
}

describe.each(oneServer())('errors on $name', (server) => {
  test('an unknown expectation of a request is ignored', async () => {
    const answer = await askRaw(server.url, {
      method: 'GET',
      target: '/api/nothing',
      headers: { Expect: 'x' },
    })
    expect(answer.status).toBe(404)
    expect(answer.headers['x-request-id']).toBeDefined()
  })

  test('an unknown address under /api answers the JSON 404', async () => {
    await expectError(await client(server)('/api/nothing'), 404, 'not_found')
    await expectError(await client(server)('/api/v1/nothing', { method: 'POST' }), 404, 'not_found')
  })

  test.each([
    ['GET', '/docs\\x', {}],
    ['POST', '/api/guilds/\\/commands', {}],
    ['GET', '/api/session', { Host: 'two words' }],
  ])('%s %s with %j cannot be read, and that is said in the one shape', async (method, target, headers) => {
    const { status, type, body } = await askRaw(server.url, { method, target, headers })
    expect([status, type, JSON.parse(body)]).toEqual([
      400,
      'application/json',
      {
        code: 'invalid_request',
        error: expect.any(String),
        request_id: expect.any(String),
        doc_url: expect.stringMatching(/\/docs\/errors#invalid_request$/),
      },
    ])
  })

  test.each([
    ['POST', '/api/v1/stats', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['GET', '/api/discord/interactions', 'POST'],
    ['DELETE', '/api/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s answers 405 and says what is allowed', async (method, path, allow) => {
    const response = await client(server)(path, { method })
    await expectError(response, 405, 'method_not_allowed')
    expect(response.headers.get('Allow')).toBe(allow)
  })

  test('a page that is only read says so', async () => {
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await client(server)('/docs/errors', { method })
      expect([method, status, headers.get('Allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
  })

  test('a body that is not JSON, of another type, or too large is refused with a reason', async () => {
    const post = client(server)
    const type = { 'Content-Type': 'application/json' }
    await expectError(
      await post('/api/auth/login', { method: 'POST', body: '{', headers: type }),
      400,
      'invalid_request',
    )
    await expectError(
      await post('/api/auth/login', { method: 'POST', body: 'a=b' }),
      415,
      'unsupported_media_type',
    )
    const large = JSON.stringify({ email: 'x'.repeat(1024 * 1024) })
    await expectError(
      await post('/api/auth/login', { method: 'POST', body: large, headers: type }),
      413,
      'payload_too_large',
    )
  })

  test('a body without a length is cut off at the limit', async () => {
    const chunk = new TextEncoder().encode(' '.repeat(64 * 1024))
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < 32 ? controller.enqueue(chunk) : controller.close()),
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } }
    await expectError(await client(server)('/api/auth/login', init as RequestInit), 413, 'payload_too_large')
  })

  test('wrong fields are named one by one, unknown ones too', async () => {
    const response = await client(server)(
      '/api/auth/signup',
      json({ name: '', email: 'nobody', password: 'short', admin: true }),
    )
    const body = await expectError(response, 400, 'invalid_request')
    expect(body.issues?.map((issue) => issue.path).sort()).toEqual(['admin', 'email', 'name', 'password'])
  })

  test('a form with an operator that does not exist is refused at its rule', async () => {
    const { guild } = await guildWithKey(server)
    const rules = JSON.stringify([{ field: 'actor.is_bot', op: 'nothing', value: false }])
    const response = await client(server)(`/admin/guilds/${guild}/automations/new`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'create', 'conditions.rules': rules }),
      headers: { Cookie: await signInAs(server, 'admin'), Origin: server.url },
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Use one of: eq, neq, in')
  })

  test('parameters of Remix and names of object properties are no way to a 500', async () => {
    const get = client(server)
    await expectError(await get('/login?_data=root'), 400, 'invalid_request')
    for (const name of ['__proto__', 'constructor']) {
      const response = await get(`/login?done=${name}`)
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.not.stringContaining('role="status"'),
      ])
    }
  })

  test.each([
    [401, 'other.example', server.url],
    [401, '[', server.url],
    [403, undefined, ''],
  ])('a form gets %i with the forwarded host %j and the origin %j', async (status, host, Origin) => {
    const answer = await askRaw(server.url, {
      method: 'POST',
      target: '/login',
      headers: {
        ...{ Origin, 'Content-Type': 'application/x-www-form-urlencoded' },
        ...(host ? { 'X-Forwarded-Host': host } : {}),
      },
      body: 'email=nobody@example.com&password=wrong-password',
    })
    expect(answer.status).toBe(status)
  })

  test('HEAD answers like GET, without the body', async () => {
    for (const path of [
      '/api/openapi.json',
      '/',
      '/index.md',
      '/sitemap.xml',
      '/robots.txt',
      '/favicon.svg',
    ]) {
      const [get, head] = [await client(server)(path), await client(server)(path, { method: 'HEAD' })]
      expect([path, head.status]).toEqual([path, get.status])
      expect(await head.text()).toBe('')
      expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'))
      expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'))
    }
  })

  test('every response has a request id and the common headers', async () => {
    for (const path of ['/', '/api/session', '/nothing', '/favicon.svg', '/login', '/healthz']) {
      const { headers } = await client(server)(path)
      expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{20,}$/)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('Strict-Transport-Security')).toBeNull()
    }
    const secure = await client(server)('/', { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(secure.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  })

  test('every response has one content policy, and only pages may load anything', async () => {
    const data = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    const paths = [
      '/api/session',
      '/api/nothing',
      '/favicon.svg',
      '/docs.md',
      '/nothing.md',
      '/feed.xml',
      '/healthz',
    ]
    for (const path of paths) {
      const { headers } = await client(server)(path)
      expect([path, headers.get('Content-Security-Policy')]).toEqual([path, data])
    }
    const pages = [
      await client(server)('/docs'),
      await client(server)('/login'),
      await client(server)('/nothing'),
    ]
    pages.push(await client(server)('/docs', { method: 'POST' }))
    for (const { headers } of pages) {
      expect(headers.get('Content-Type')).toMatch(/^text\/html/)
      expect(headers.get('Content-Security-Policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'sha256-/,
      )
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('pages that are made for one visitor count like the others, and say what is left', async () => {
    const ask = client(server)
    const left: (string | null)[] = []
    for (const path of ['/docs', '/login', '/profile', '/nothing'])
      left.push((await ask(path)).headers.get('RateLimit'))
    expect(left.map((header) => /^"pages";r=(\d+)/.exec(header!)?.[1])).toEqual(['599', '598', '597', '596'])
  })

  test('health and readiness answer', async () => {
    expect(await (await client(server)('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await client(server)('/readyz')).json()).toMatchObject({ status: 'ready' })
  })
})
