import type { Client } from '@modelcontextprotocol/client'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { scopes } from '#app/access.ts'
import { guildWithKey } from '#tests/support/http/client.ts'
import { connectMcp, fetchFrom } from '#tests/support/http/mcp.ts'
import { cliJson } from '#tests/support/http/server.ts'
import { tasks, type Hands } from '#tests/mcp/tasks.ts'

// What an agent without a browser is asked to do, with the official client and a real server.

const server = inject('servers')[0]!

let hands: Omit<Hands, 'unique'>
beforeAll(async () => {
  const own = scopes.filter((one) => !one.startsWith('content:'))
  const { guild, key } = await guildWithKey(server, ['--scopes', own.join(',')])
  const create = ['keys', 'create', '--guild', guild, '--name', 'poor', '--scopes', 'stats:read']
  const poor = await cliJson<{ key: string }>(server.env, create)
  const open = (path: string, given?: string) =>
    connectMcp({
      url: server.url + path,
      era: '2026-07-28',
      fetch: fetchFrom(server),
      ...(given ? { key: given } : {}),
    })
  hands = {
    guild,
    site: await open('/mcp'),
    api: await open('/api/v1/mcp', key),
    poor: await open('/api/v1/mcp', poor.key),
  }
})
afterAll(() => Promise.all([hands?.site, hands?.api, hands?.poor].map((one?: Client) => one?.close())))

test('there are twenty tasks', () => {
  expect(new Set(tasks.map(({ says }) => says)).size).toBe(20)
})

test.each(tasks)('$says', ({ run }) => run({ ...hands, unique: ulid().toLowerCase().slice(-12) }))
