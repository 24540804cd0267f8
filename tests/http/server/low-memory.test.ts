import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { startServer, type RunningServer } from '#tests/support/http/server.ts'

let folder: Awaited<ReturnType<typeof dataFolder>>
let server: RunningServer

beforeAll(async () => {
  folder = await dataFolder()
  server = await startServer({
    DATA_DIR: folder.path,
    RATE_LIMITS: 'off',
    NODE_OPTIONS: '--import ./tests/mocks/short-of-memory.js',
  })
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

const statusOf = async (path: string) => (await fetch(server.url + path)).status

test('a process short of memory refuses work, but not monitors and files, and recovers', async () => {
  expect(await statusOf('/api/session')).toBe(200)
  server.child.kill('SIGUSR2')
  await vi.waitFor(async () => expect(await statusOf('/api/session')).toBe(503), { timeout: 20_000 })

  const refused = await fetch(`${server.url}/api/search?q=memory`)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('5')
  expect(await refused.json()).toMatchObject({
    code: 'unavailable',
    error: expect.stringContaining('memory'),
  })
  expect(await statusOf('/docs')).toBe(503)
  for (const path of ['/healthz', '/readyz', '/api/health', '/favicon.svg'])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(Number(/^signpost_shed_total (\d+)/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(3)

  server.child.kill('SIGUSR2')
  await vi.waitFor(async () => expect(await statusOf('/docs')).toBe(200), { timeout: 20_000 })
  expect(server.output()).toContain('memory is very low')
})
