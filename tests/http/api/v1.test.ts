import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { surfaces } from '#app/openapi/operations.ts'
import { statsReport } from '#app/features/stats/schema.ts'
import { oneServer, client, guildWithKey, type ErrorBody } from '#tests/support/http/client.ts'
import { cli, cliJson } from '#tests/support/http/server.ts'

describe.each(oneServer())('GET /api/v1/stats on $name', (server) => {
  const stats = (key: string, query = '', headers: Record<string, string> = {}) =>
    client(server)(`/api/v1/stats${query}`, { headers: { Authorization: `Bearer ${key}`, ...headers } })

  test('answers the report in its exact shape, zeros and nulls included', async () => {
    const { guild, key } = await guildWithKey(server)
    const response = await stats(key, '?days=7')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json'])
    const report = statsReport.strict().parse(await response.json())
    expect(report).toMatchObject({
      guild_id: guild,
      days: 7,
      timezone: 'UTC',
      current: null,
      top_channels: [],
      top_commands: [],
    })
    expect(report.daily_stats.map((day) => day.complete)).toEqual([...Array<boolean>(6).fill(true), false])
    expect(report.daily_stats.at(-1)!.date).toBe(report.to)
  })

  test('thirty days when nothing is said; anything but 1 to 365 is refused', async () => {
    const { key } = await guildWithKey(server)
    expect(((await (await stats(key)).json()) as { days: number }).days).toBe(30)
    expect(((await (await stats(key, '?days=365')).json()) as { daily_stats: [] }).daily_stats.length).toBe(
      365,
    )
    for (const days of ['0', '366', '-1', '1.5', 'ten', '', '1e2', '99999999999']) {
      const response = await stats(key, `?days=${days}`)
      const body = (await response.json()) as ErrorBody
      expect([days, response.status, body.code, body.issues?.[0]?.path]).toEqual([
        days,
        400,
        'invalid_request',
        'days',
      ])
    }
  })

  test('a missing key is a 401, and all unusable keys get the same one', async () => {
    const nobody = await client(server)('/api/v1/stats')
    expect([nobody.status, nobody.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="api"'])
    const revoked = await guildWithKey(server)
    await cliJson(server.env, ['keys', 'revoke', '--id', revoked.id])
    const seen = new Set<string>()
    const altered = revoked.key.slice(0, -1) + (revoked.key.endsWith('A') ? 'B' : 'A')
    for (const key of ['x', 'sgn_live_short', altered, `sgn_live_${'0'.repeat(47)}`, revoked.key]) {
      const response = await stats(key)
      const body = (await response.json()) as ErrorBody
      seen.add(
        JSON.stringify([
          response.status,
          response.headers.get('WWW-Authenticate'),
          { ...body, request_id: '' },
        ]),
      )
      expect(body.code).toBe('invalid_token')
    }
    expect(seen.size).toBe(1)
  })

  test('a key in the query, and a session cookie, count for nothing', async () => {
    const { key } = await guildWithKey(server)
    expect((await client(server)(`/api/v1/stats?access_token=${key}&key=${key}`)).status).toBe(401)
    expect((await client(server)('/api/v1/stats', { headers: { Cookie: `session=${key}` } })).status).toBe(
      401,
    )
  })

  test('a key without the scope is refused, and the scope is named in header and body', async () => {
    const { key } = await guildWithKey(server, ['--scopes', 'settings:read,commands:read'])
    const response = await stats(key)
    const body = (await response.json()) as ErrorBody
    expect([response.status, body.code]).toEqual([403, 'insufficient_scope'])
    expect(body.error).toContain('stats:read')
    expect(response.headers.get('WWW-Authenticate')).toContain('scope="stats:read"')
  })

  test('an immediate repeat is a 304 with a strong entity tag', async () => {
    const { key } = await guildWithKey(server)
    const first = await stats(key, '?days=3')
    const etag = first.headers.get('ETag')!
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
    const again = await stats(key, '?days=3', { 'If-None-Match': etag })
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
    expect((await stats(key, '?days=4', { 'If-None-Match': etag })).status).toBe(200)
  })

  test('every answer says what is left, and the 121st call of a minute is refused', async () => {
    const { key } = await guildWithKey(server)
    const responses = await Promise.all(Array.from({ length: 121 }, () => stats(key, '?days=1')))
    const left = responses
      .filter((one) => one.status === 200)
      .map((one) => Number(one.headers.get('X-RateLimit-Remaining')))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, index) => index))
    const refused = responses.filter((one) => one.status === 429)
    expect(refused.length).toBe(1)
    const { headers } = refused[0]!
    expect(((await refused[0]!.json()) as ErrorBody).code).toBe('rate_limited')
    expect(headers.get('X-RateLimit-Limit')).toBe('120')
    const wait = Number(headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(0)
    expect(
      Math.abs(Number(headers.get('X-RateLimit-Reset')) - (Date.parse(headers.get('Date')!) / 1000 + wait)),
    ).toBeLessThanOrEqual(2)
    expect(headers.get('RateLimit')).toBe(`"v1";r=0;t=${wait}`)
    expect(headers.get('RateLimit-Policy')).toBe('"v1";q=120;w=60')
  })

  test('wrong keys count against the address', async () => {
    const get = client(server)
    const statuses = []
    for (let attempt = 0; attempt < 61; attempt++) {
      statuses.push((await get('/api/v1/stats', { headers: { Authorization: 'Bearer nonsense' } })).status)
    }
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true)
    expect(statuses[60]).toBe(429)
  })

  test('the demo guild has ninety days that a stranger can read', async () => {
    const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
    const { key } = await cliJson<{ key: string }>(server.env, [
      'keys',
      'create',
      '--guild',
      guild_id,
      '--name',
      'demo',
      '--scopes',
      'stats:read',
    ])
    const report = statsReport.parse(await (await stats(key, '?days=90')).json())
    expect(report.daily_stats.every((day) => day.message_count > 0)).toBe(true)
    expect(report.current!.member_count).toBeGreaterThan(0)
    expect(report.top_channels.length).toBeGreaterThan(3)
    expect(report.top_commands.length).toBeGreaterThan(3)
    await cliJson(server.env, ['seed', 'demo'])
    const again = statsReport.parse(await (await stats(key, '?days=90')).json())
    // Other tests may add to today.
    expect(again.daily_stats.slice(0, -1)).toEqual(report.daily_stats.slice(0, -1))
  })

  test('the document names every operation and is served to everyone', async () => {
    const response = await client(server)('/api/openapi.json')
    const document = (await response.json()) as {
      openapi: string
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.paths['/api/v1/stats']!.get!.responses).sort()).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '429',
      'default',
    ])
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const etag = response.headers.get('ETag')!
    expect((await client(server)('/api/openapi.json', { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    )
  })

  test('the document of a surface is served by name, and an unknown or second one is 400', async () => {
    const ask = client(server)
    const response = await ask('/api/openapi.json?surface=v1')
    const { paths } = (await response.json()) as { paths: Record<string, object> }
    expect([response.status, Object.keys(paths).filter((path) => !path.startsWith('/api/v1/'))]).toEqual([
      200,
      [],
    ])
    expect(Object.values(paths).flatMap((methods) => Object.keys(methods)).length).toBe(
      Object.keys(surfaces.v1).length,
    )
    for (const query of ['surface=v2', 'surface=', 'surface=all', 'surface=v1&surface=v1'])
      expect([query, (await ask(`/api/openapi.json?${query}`)).status]).toEqual([query, 400])
  })

  test('the store holds no key, only a hash', async () => {
    const { key, guild } = await guildWithKey(server)
    const { out } = await cli(server.env, ['keys', 'list', '--guild', guild, '--json'])
    const secret = key.slice('sgn_live_'.length + 9)
    expect(out).not.toContain(secret)
    expect(out).not.toContain(createHash('sha256').update(key).digest('hex'))
  })
})
