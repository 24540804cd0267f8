import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#app/features/settings/schema.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import {
  oneServer,
  anAddress,
  client,
  guildWithKey,
  json,
  signInAs,
  type ErrorBody,
} from '#tests/support/http/client.ts'

type Versioned = ErrorBody & { current?: { version: number; updated_by: string | null; changed: string[] } }

/** The session of an administrator for all tests of a server. */
const sessions = new Map<string, Promise<string>>()

/** An administrator of a new guild: calls as a browser would. */
async function administrator(server: Server) {
  const { url } = server
  sessions.set(url, sessions.get(url) ?? signInAs(server, 'admin'))
  const cookie = await sessions.get(url)!
  const { guild, key } = await guildWithKey(server, [
    '--scopes',
    'stats:read,settings:read,commands:read,automations:read',
  ])
  const address = anAddress()
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    client(server, address)(`/api/guilds/${guild}${path}`, {
      ...(body === undefined ? {} : json(body)),
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers },
    })
  const asKey = async (path: string) =>
    (await client(server, address)(`/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } })).json()
  return { guild, call, asKey }
}

const automation = {
  name: 'Greets',
  trigger: { events: ['MEMBER_JOIN'] },
  actions: [{ id: 'a', type: 'SEND_MESSAGE', config: { channel_id: '300000000000000001', content: 'Hi' } }],
}
const things = [
  ['command', { name: 'hello', description: 'Says hello', response: { content: 'Hello!' } }],
  ['automation', automation],
] as const

describe.each(oneServer())('on $name', (server) => {
  test('settings are read and saved under their version, and a key sees them at once', async () => {
    const { call, asKey, guild } = await administrator(server)
    const first = await call('GET', '/settings')
    expect([first.status, first.headers.get('ETag'), first.headers.get('Cache-Control')]).toEqual([
      200,
      '"v0"',
      'no-store',
    ])
    expect(await first.json()).toEqual({
      guild_id: guild,
      settings: defaultSettings,
      version: 0,
      updated_at: null,
    })
    const input = { settings: { timezone: 'Europe/Paris' } }
    const bare = await call('PUT', '/settings', input)
    expect([bare.status, ((await bare.json()) as ErrorBody).code]).toEqual([428, 'precondition_required'])
    const saved = await call('PUT', '/settings', input, { 'If-Match': '"v0"' })
    expect([saved.status, saved.headers.get('ETag')]).toEqual([200, '"v1"'])
    for (const tag of ['*', 'W/"v1"', '"other"', '"v1", "v2"', 'v1', '""']) {
      const unread = await call('PUT', '/settings', input, { 'If-Match': tag })
      const body = (await unread.json()) as ErrorBody
      expect([tag, unread.status, body.code]).toEqual([tag, 400, 'invalid_request'])
      expect(body.error).toContain('If-Match must be one quoted version, such as "v3"')
    }
    for (const tag of ['"v0"', '"v9"', '"v0-hash"']) {
      const late = await call('PUT', '/settings', input, { 'If-Match': tag })
      expect([tag, late.status, late.headers.get('ETag')]).toEqual([tag, 412, '"v1"'])
      const body = (await late.json()) as Versioned
      expect(body).toMatchObject({
        code: 'precondition_failed',
        current: { version: 1, updated_by: 'Grace' },
      })
    }
    expect(await asKey('/settings')).toMatchObject({ settings: { timezone: 'Europe/Paris' }, version: 1 })
  })

  test('a key asks how everything stands, or one thing, and there is no other', async () => {
    const { asKey, guild } = await administrator(server)
    const all = (await asKey('/integrations/status')) as { guild_id: string; integrations: object[] }
    expect(all.guild_id).toBe(guild)
    expect(await asKey('/integrations/status?slug=runners')).toEqual(all.integrations[2])
    expect(await asKey('/integrations/status?slug=nothing')).toMatchObject({ code: 'not_found' })
  })

  test.each(things)('a %s is made, read, written, listed for keys, and deleted', async (noun, input) => {
    const { call, asKey, guild } = await administrator(server)
    const made = await call('POST', `/${noun}s`, input)
    const { [noun]: thing } = (await made.json()) as Record<string, { id: string }>
    const path = `/${noun}s/${thing!.id}`
    expect([made.status, made.headers.get('ETag'), made.headers.get('Location')]).toEqual([
      201,
      '"v1"',
      `/api/guilds/${guild}${path}`,
    ])
    const read = await call('GET', path)
    expect([read.headers.get('ETag'), await read.json()]).toEqual(['"v1"', { [noun]: thing }])
    expect((await call('PUT', path, input)).status).toBe(428)
    const written = await call('PUT', path, { ...input, enabled: true }, { 'If-Match': '"v1"' })
    expect([written.status, written.headers.get('ETag')]).toEqual([200, '"v2"'])
    expect((await call('PUT', path, input, { 'If-Match': '"v1"' })).status).toBe(412)
    expect(await asKey(`/${noun}s`)).toMatchObject({
      guild_id: guild,
      [`${noun}s`]: [{ id: thing!.id }],
      total: 1,
    })
    expect(await asKey(`/${noun}s?enabled=false`)).toMatchObject({ total: 0, limit: 50, offset: 0 })
    expect((await call('DELETE', path)).status).toBe(428)
    expect((await call('DELETE', path, undefined, { 'If-Match': '"v1"' })).status).toBe(412)
    expect((await call('DELETE', path, undefined, { 'If-Match': '"v2"' })).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
  })

  test.each(things)(
    'a %s with fields that are none or wrong is refused by the name of each',
    async (noun, input) => {
      const { call } = await administrator(server)
      const response = await call('POST', `/${noun}s`, {
        ...input,
        name: '',
        actions: [{ type: 'SING' }],
        colour: 1,
      })
      const body = (await response.json()) as ErrorBody
      expect([response.status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.issues!.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['actions.0.type', 'colour']),
      )
    },
  )

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=1.5', 'enabled=yes', 'limit='])(
    'a list refuses %s',
    async (query) => {
      const { call } = await administrator(server)
      for (const noun of ['commands', 'automations']) {
        const response = await call('GET', `/${noun}?${query}`)
        const body = (await response.json()) as ErrorBody
        expect([response.status, body.issues?.[0]?.path]).toEqual([400, query.split('=')[0]])
      }
    },
  )

  test('the runs of an automation and the integrations are lists with what a page needs', async () => {
    const { call, guild } = await administrator(server)
    const made = (await (await call('POST', '/automations', automation)).json()) as {
      automation: { id: string }
    }
    const runs = await call('GET', `/automations/${made.automation.id}/runs`)
    expect(await runs.json()).toEqual({ guild_id: guild, runs: [], total: 0, limit: 50, offset: 0 })
    const saved = await call('PUT', '/integrations/mail', { enabled: false }, { 'If-Match': '"v0"' })
    expect([saved.status, saved.headers.get('ETag')]).toEqual([200, '"v1"'])
    const { integrations } = (await (await call('GET', '/integrations')).json()) as {
      integrations: { slug: string; enabled: boolean; revision: number }[]
    }
    expect(integrations.find(({ slug }) => slug === 'mail')).toMatchObject({ enabled: false, revision: 1 })
  })
})
