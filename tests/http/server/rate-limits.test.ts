import { isDeepStrictEqual } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { rateLimits, type LimitName } from '#app/platform/security/rate-limits.ts'
import { operations } from '#app/openapi/operations.ts'
import { client, json, publishedPaths } from '#tests/support/http/client.ts'
import { routeFiles } from '#tests/support/http/route-files.ts'
import { limitNames, limitsSent, used } from '#tests/support/http/limit-headers.ts'

const isExempt = (method: string, path: string) =>
  ['/healthz', '/readyz', '/api/health', '/metrics'].includes(path)
    ? method === 'GET' || method === 'HEAD'
    : method === 'POST' && path === '/api/discord/interactions'

/** The path of each route, with names that do not exist in place of its parameters. */
const paths = [...new Set(routeFiles.map(({ path }) => path.replace(/\{\w+\}/g, 'nothing')))]

describe.each(inject('servers'))('limits on $name', (server) => {
  test.each(['GET', 'POST'])('%s of every route is counted once', async (method) => {
    const wrong: unknown[] = []
    const check = async (path: string) => {
      const ask = client(server)
      const response = await ask(path, { method })
      await response.body?.cancel()
      const counted = await used(ask)
      const own = response.headers.get('RateLimit')?.split('"')[1]
      const [pages, api] =
        path.startsWith('/api/') || path === '/mcp' ? [0, own === 'api_anonymous' ? 1 : 0] : [1, counted.api]
      const expected = isExempt(method, path) ? { pages: 0, api: 0 } : { pages, api }
      const names = isExempt(method, path) ? [] : limitNames
      if (!isDeepStrictEqual([counted, limitsSent(response)], [expected, names]))
        wrong.push([path, response.status, own, counted])
    }
    await Promise.all(paths.map(check))
    expect(wrong).toEqual([])
    expect(paths.length).toBeGreaterThan(100)
  })

  test('a wrong method on each operation is counted', async () => {
    const wrong: unknown[] = []
    for (const path of new Set(
      operations.map((operation) => operation.path.replace(/\{\w+\}/g, 'nothing')),
    )) {
      const response = await client(server)(path, { method: 'OPTIONS' })
      if (
        response.status !== 405 ||
        !response.headers.get('RateLimit')?.startsWith(path === '/mcp' ? '"mcp";r=11' : '"api_anonymous";r=5')
      )
        wrong.push([path, response.status, response.headers.get('RateLimit')])
    }
    expect(wrong).toEqual([])
  })

  test('every request for pages and files counts once', async () => {
    const image = '/share/about.png'
    const calls: [string, RequestInit, number][] = [
      ['/about', {}, 200],
      [
        '/about',
        { headers: { 'If-None-Match': (await client(server)('/about')).headers.get('ETag')! } },
        304,
      ],
      ['/about', { method: 'HEAD' }, 200],
      ['/about', { headers: { Accept: 'image/png' } }, 406],
      ['/about.md', {}, 200],
      ['/about/', {}, 308],
      ['/nothing', {}, 404],
      ['/nothing.md', {}, 404],
      ['/search?q=limits', {}, 200],
      ['/robots.txt', {}, 200],
      ['/robots.txt', { method: 'POST' }, 405],
      ['/sitemap.xml', {}, 200],
      ['/llms.txt', {}, 200],
      ['/llms-full.txt', {}, 200],
      ['/feed.xml', {}, 200],
      ['/feed.json', {}, 200],
      ['/speculation-rules.json', {}, 200],
      ['/.well-known/api-catalog', {}, 200],
      ['/.well-known/nothing', {}, 404],
      ['/openapi.json', {}, 308],
      [image, {}, 200],
      [image, { headers: { 'If-None-Match': (await client(server)(image)).headers.get('ETag')! } }, 304],
      ['/share/nothing.png', {}, 404],
      ['/media/nothing.png', {}, 404],
      ['/media/640/nothing.png', { method: 'PUT' }, 405],
      ['/login', {}, 200],
      ['/profile', {}, 302],
      ['/profile.data', {}, 202],
      ['/assets/nothing.js', {}, 404],
      ['/favicon.svg', { method: 'POST' }, 405],
    ]
    for (const [path, init, status] of calls) {
      const ask = client(server)
      const response = await ask(path, init)
      await response.body?.cancel()
      expect([path, response.status, limitsSent(response)]).toEqual([path, status, limitNames])
      expect([path, await used(ask)]).toEqual([path, { pages: 1, api: 0 }])
    }
  })

  test('a request that the API rejects before any operation counts once', async () => {
    const cookie = { Cookie: 'session=nothing' }
    const large = json({ email: 'x'.repeat(1024 * 1024) })
    const calls: [string, RequestInit, number, LimitName][] = [
      ['/api/nothing', {}, 404, 'api_anonymous'],
      ['/api/v1/nothing', { method: 'POST' }, 404, 'api_anonymous'],
      ['/api/v1/stats', {}, 401, 'api_anonymous'],
      ['/api/v1/stats', { headers: { Authorization: 'Bearer nothing' } }, 401, 'api_anonymous'],
      ['/api/runner/ws', {}, 426, 'api_anonymous'],
      ['/api/search', {}, 400, 'api_anonymous'],
      [
        '/api/guilds',
        { method: 'POST', headers: { ...cookie, 'Sec-Fetch-Site': 'cross-site' } },
        403,
        'api_anonymous',
      ],
      [
        '/api/auth/login',
        { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } },
        400,
        'login',
      ],
      ['/api/auth/login', large, 413, 'login'],
      ['/api/auth/login', { method: 'POST', body: 'a=b' }, 415, 'login'],
    ]
    for (const [path, init, status, name] of calls) {
      const ask = client(server)
      const response = await ask(path, init)
      expect([path, response.status, limitsSent(response)]).toEqual([path, status, limitNames])
      expect([path, response.headers.get('X-RateLimit-Remaining')]).toEqual([
        path,
        String(rateLimits[name].points - 1),
      ])
      expect([path, await used(ask)]).toEqual([path, { pages: 0, api: name === 'login' ? 0 : 1 }])
    }
  })

  test('static files, probes and interactions are exempt', async () => {
    const ask = client(server)
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(await (await client(server)('/about')).text())![1]!
    for (const path of ['/favicon.svg', style, '/healthz', '/readyz', '/api/health', '/metrics'])
      expect([path, limitsSent(await ask(path))]).toEqual([path, []])
    expect(limitsSent(await ask('/api/discord/interactions', json({ type: 1 })))).toEqual([])
    expect(await used(ask)).toEqual({ pages: 0, api: 0 })
  })

  test('a stored page never carries the headers of another client', async () => {
    const [path] = (await publishedPaths(server)).filter((one) => one.startsWith('/docs/'))
    for (const accept of ['text/html', 'text/markdown']) {
      const [one, other] = [client(server), client(server)]
      const left = async (ask: typeof one) =>
        (await ask(path!, { headers: { Accept: accept } })).headers.get('X-RateLimit-Remaining')
      expect([await left(one), await left(one), await left(other)]).toEqual(['599', '598', '599'])
    }
  })
})
