import type { Client } from '@modelcontextprotocol/client'
import { ulid } from 'ulid'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { guildScopes } from '#app/access.ts'
import { action } from '#app/routes/machine/mcp.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { anAddress, guildWithKey } from '#tests/support/http/client.ts'
import { connectMcp, fetchFrom, fetchOf, patient } from '#tests/support/http/mcp.ts'
import { cliJson } from '#tests/support/http/server.ts'
import { tasks, type Hands } from '#tests/mcp/tasks.ts'

// What an agent without a browser is asked to do, with the official client and a real server.

const server = inject('servers')[0]!

let hands: Omit<Hands, 'unique'>
let strict: TestApp
beforeAll(async () => {
  const { guild, key } = await guildWithKey(server, ['--scopes', guildScopes.join(',')])
  const create = ['keys', 'create', '--guild', guild, '--name', 'poor', '--scopes', 'stats:read']
  const poor = await cliJson<{ key: string }>(server.env, create)
  const open = (path: string, given?: string) =>
    connectMcp({
      url: server.url + path,
      era: '2026-07-28',
      fetch: fetchFrom(server),
      ...(given ? { key: given } : {}),
    })
  // In this process, so that waiting moves the clock.
  strict = await openTestApp('sqlite, memory')
  const waits: number[] = []
  const wait = (seconds: number) => {
    waits.push(seconds)
    vi.setSystemTime(Date.now() + seconds * 1000)
  }
  const strictFetch = patient(fetchOf(strict, action, { address: anAddress() }), wait)
  const url = `${strict.app.config.siteUrl}/mcp`
  hands = {
    busy: { client: await connectMcp({ url, era: '2026-07-28', fetch: strictFetch }), waits },
    guild,
    site: await open('/mcp'),
    api: await open('/api/v1/mcp', key),
    poor: await open('/api/v1/mcp', poor.key),
  }
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  const clients = [hands?.site, hands?.api, hands?.poor, hands?.busy.client]
  await Promise.all(clients.map((one?: Client) => one?.close()))
  await strict?.close()
})

test('there are twenty tasks', () => {
  expect(new Set(tasks.map(({ says }) => says)).size).toBe(20)
})

test.each(tasks)('$says', ({ run }) => run({ ...hands, unique: ulid().toLowerCase().slice(-12) }))
