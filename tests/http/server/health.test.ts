import { expect, test, describe } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { oneServer, client } from '#tests/support/http/client.ts'
import { startServer } from '#tests/support/http/server.ts'

type Health = {
  status: string
  version: string
  checked_at: string
  parts: { name: string; status: string }[]
}

describe.each(oneServer())('health of $name', (server) => {
  test('it says that it is well, what it leans on, and which version runs', async () => {
    const response = await client(server)('/api/health')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=5')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const health = (await response.json()) as Health
    expect(health).toMatchObject({ version: '0.1.0', checked_at: expect.stringMatching(/Z$/) })
    const names = health.parts.map(({ name }) => name)
    expect(names.slice(0, 1)).toEqual(['database'])
    expect(names.includes('redis')).toBe(server.name.includes('redis'))
  })

  test('it is ready, and says of what', async () => {
    const response = await client(server)('/readyz')
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ready', database: 'ok', migrations: 'ok' },
    ])
  })

  test('metrics are for programs on this machine, and not for what a proxy passes on', async () => {
    const own = await fetch(`${server.url}/metrics`)
    expect([own.status, own.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const text = await own.text()
    expect(text).toContain(
      `signpost_build_info{version="0.1.0",engine="${server.name.startsWith('postgres') ? 'postgresql' : 'sqlite'}"} 1`,
    )
    expect(text).toContain('signpost_database_up 1')
    expect(/^signpost_redis_up /m.test(text)).toBe(server.name.includes('redis'))
    expect(text).toContain('nodejs_eventloop_lag_seconds')
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'])
      expect((await fetch(`${server.url}/metrics`, { headers: { [name]: '192.0.2.1' } })).status).toBe(403)
  })

  test('requests are counted by route, and what a client makes up adds none', async () => {
    const visit = client(server)
    await visit('/about')
    await visit('/api/guilds/100000000000000001/jobs?x=1')
    await visit('/made-up-by-me')
    await visit('/api/v1/stats')
    await expect
      .poll(async () => (await fetch(`${server.url}/metrics`)).text())
      .toMatch(/request_duration_seconds_count\{method="GET",route="\/api\/v1\/stats",status="401"\} \d/)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(/route="\/api\/guilds\/:guildId\/jobs",status="401"/)
    expect(text).toMatch(/route="\(page\)",status="404"/)
    expect(text).toMatch(/signpost_refusals_total\{code="unauthorized"\} \d/)
    expect(text).toMatch(/signpost_page_cache_total\{result="(hit|miss)"\} \d/)
    for (const invented of ['made-up', '100000000000000001', 'x=1']) expect(text).not.toContain(invented)
  })
})

test('with a token the metrics are read from elsewhere, and with no other', async () => {
  const folder = await dataFolder()
  const token = 'a-token-of-the-test-0123456789'
  const server = await startServer({ DATA_DIR: folder.path, METRICS_TOKEN: token })
  const read = (headers: Record<string, string>) =>
    fetch(`${server.url}/metrics`, { headers: { 'X-Forwarded-For': '192.0.2.1', ...headers } })
  expect((await read({ Authorization: `Bearer ${token}` })).status).toBe(200)
  for (const wrong of <Record<string, string>[]>[
    {},
    { Authorization: 'Bearer wrong' },
    { Authorization: `Basic ${token}` },
  ]) {
    const refused = await read(wrong)
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="metrics"'])
  }
  expect((await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer wrong' } })).status).toBe(
    401,
  )
  await server.stop()
  expect(server.output()).not.toContain(token)
  await folder.remove()
})

test('with LOG_LEVEL=debug each request is a line with its id, its route and no query', async () => {
  const folder = await dataFolder()
  const server = await startServer({ DATA_DIR: folder.path, LOG_LEVEL: 'debug' })
  const response = await fetch(`${server.url}/api/session?token=hunter2`)
  await server.stop()
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const mine = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.path === '/api/session')
  expect(mine).toMatchObject([
    {
      request_id: response.headers.get('X-Request-Id'),
      method: 'GET',
      route: '/api/session',
      status: 200,
      msg: 'a request',
    },
  ])
  expect(server.output()).not.toContain('hunter2')
  await folder.remove()
})
