import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { App } from '#app/context.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { createRateLimiter } from '#app/platform/security/rate-limiter.server.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { attachRunnerSocket } from '#app/http/runner/socket.server.ts'
import { backoffDelay, upgradeRefusal } from '#app/runner/timing.ts'
import { makeToken } from '#app/platform/security/tokens.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

let it: TestApp
beforeAll(async () => void (it = await openTestApp('sqlite, memory')))
afterAll(() => it.close())

/** A service that takes runners and counts from zero. */
async function aService(parts: Partial<App> = {}) {
  const server = createServer()
  const limiter = createRateLimiter({ on: true, redis: null })
  const { drain } = attachRunnerSocket(server, { ...it.app, rateLimiter: limiter, ...parts })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const open: WebSocket[] = []
  /** Resolves with the refusal, or with status 101. */
  function knock(token: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/runner/ws`, 'runner.v1', {
      headers: { Authorization: `Bearer ${token}` },
    })
    open.push(socket)
    socket.on('error', () => {})
    return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve) => {
      socket.on('open', () => resolve({ status: 101, headers: {}, body: '' }))
      socket.on('unexpected-response', (_, response) => {
        let body = ''
        response.on('data', (part) => (body += String(part)))
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
      })
    })
  }
  return {
    knock,
    async close() {
      for (const socket of open) socket.terminate()
      await drain()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const headersOf = (name: string, limit: number) => ({
  'retry-after': expect.stringMatching(/^\d+$/),
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
  ratelimit: expect.stringContaining(`"${name}";r=0`),
})

test('wrong runner tokens count per address, and too many are a 429 with all headers', async () => {
  const service = await aService()
  const { points } = rateLimits.runner_token
  for (let used = 0; used < points; used++) expect((await service.knock('sgn_run_no')).status).toBe(401)
  const { token } = await createRunner(it.ctx(), { name: 'Wrong' })
  const unknown = makeToken('sgn_run_').text
  for (const wrong of ['sgn_run_no', 'two words', unknown, `${token.slice(0, -1)}~`]) {
    const refused = await service.knock(wrong)
    expect(refused).toMatchObject({ status: 429, headers: headersOf('runner_token', points) })
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'rate_limited' })
  }
  await service.close()
})

test('wrong tokens of others never refuse a right one behind the same address', async () => {
  const service = await aService()
  const { token } = await createRunner(it.ctx(), { name: 'Right' })
  for (let used = 0; used <= rateLimits.runner_token.points; used++) await service.knock('sgn_run_no')
  expect((await service.knock('sgn_run_no')).status).toBe(429)
  expect((await service.knock(token)).status).toBe(101)
  expect((await service.knock('sgn_run_no')).status).toBe(429)
  await service.close()
})

test('a malformed runner token is refused without a look-up, and counted', async () => {
  const limiter = createRateLimiter({ on: true, redis: null })
  const service = await aService({ rateLimiter: limiter, db: null as never })
  expect((await service.knock('sgn_run_no')).status).toBe(401)
  expect(await limiter.consume('runner_token', '127.0.0.1')).toMatchObject({ remaining: 28 })
  await service.close()
})

test('the sixth socket of a token is a 409 and no rate limit', async () => {
  const service = await aService()
  const { token } = await createRunner(it.ctx(), { name: 'Five' })
  for (let index = 0; index < 5; index++) expect((await service.knock(token)).status).toBe(101)
  const refused = await service.knock(token)
  expect(refused.status).toBe(409)
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_many_connections' })
  expect(Object.keys(refused.headers).filter((name) => /ratelimit|retry/.test(name))).toEqual([])
  await service.close()
})

test('too many handshakes of an address are a 429 with all headers', async () => {
  const service = await aService()
  const { points } = rateLimits.runner_pending
  for (let index = 0; index < points; index++) {
    const { token } = await createRunner(it.ctx(), { name: `Pending ${index}` })
    expect((await service.knock(token)).status).toBe(101)
  }
  expect(await service.knock('sgn_run_no')).toMatchObject({
    status: 429,
    headers: headersOf('runner_pending', points),
  })
  await service.close()
})

test('the shipped runner waits as long as it is told, and says why', () => {
  expect(upgradeRefusal(409)).toEqual([expect.stringContaining('sockets'), 15_000])
  expect(upgradeRefusal(429, '42')).toEqual(['the service returned 429', 42_000])
  expect(upgradeRefusal(503, 'soon')).toEqual(['the service returned 503', 0])
  expect(backoffDelay(0, { least: 1, most: 1 })).toBe(1)
})
