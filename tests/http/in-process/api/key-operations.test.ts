import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guildScopes, type KeyActor, keyActorFor, type Scope, siteScopes } from '#app/access.ts'
import { readAutomation } from '#app/features/automations/automations.server.ts'
import { deleteCommand, updateCommand } from '#app/features/commands/manage.server.ts'
import { cancelJob } from '#app/features/jobs/cancel-replay.server.ts'
import { createKey } from '#app/features/keys/keys.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { caller, refused, refusalText } from '#tests/support/http/route-client.ts'
import { hello } from '#tests/support/interfaces/samples/guild.ts'
import { entryWith } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  aKey,
  aWrittenCommand,
  anEvent,
  aPerson,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'

const siteActor: KeyActor = {
  ...{ kind: 'key', keyId: 'aaaaaaaa', name: 'Notes', guildId: null },
  ...{ scopes: siteScopes, grants: ['guild:write'] },
}
const settingsOf = (guildId: string) => ({ guildId, version: 0, settings: { timezone: 'Europe/Paris' } })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let key: Awaited<ReturnType<typeof aKey>>
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => void (key = await aKey(it, { name: 'Deploy script', scopes: [...guildScopes] })))
  afterAll(() => it.close())

  type More = { body?: unknown; headers?: Record<string, string>; key?: string }
  const call = (method: string, path: string, { key: other, headers, ...more }: More = {}) =>
    caller(it)(method, `/api/v1${path}`, {
      ...more,
      headers: { Authorization: `Bearer ${other ?? key.key}`, ...headers },
    })
  const made = async (body: object = hello) => {
    const response = await call('POST', '/commands', { body })
    expect(response.status).toBe(201)
    return { response, ...((await response.json()) as { command: { id: string; version: number } }) }
  }
  const actorWith = (...grants: KeyActor['grants'] & object): KeyActor => ({
    ...{ kind: 'key', keyId: key.id, name: key.name, guildId: key.guild_id },
    ...{ scopes: [...guildScopes], grants },
  })

  test('a key creates, reads, changes and deletes a command of its guild', async () => {
    const { response, command } = await made()
    expect(response.headers.get('Location')).toBe(`/api/v1/commands/${command.id}`)
    expect(response.headers.get('ETag')).toBe('"v1"')
    const read = await call('GET', `/commands/${command.id}`)
    const tag = read.headers.get('ETag')!
    expect(tag).toMatch(/^"v1-[\w-]{22}"$/)
    const again = await call('GET', `/commands/${command.id}`, { headers: { 'If-None-Match': tag } })
    expect(again.status).toBe(304)
    const change = { body: { ...hello, description: 'Greets' }, headers: { 'If-Match': tag } }
    const changed = await call('PUT', `/commands/${command.id}`, change)
    expect([changed.status, changed.headers.get('ETag')]).toEqual([200, '"v2"'])
    const removed = await call('DELETE', `/commands/${command.id}`, { headers: { 'If-Match': '"v2"' } })
    expect(removed.status).toBe(204)
    expect((await call('GET', `/commands/${command.id}`)).status).toBe(404)
  })

  test('audit rows and versions name the key', async () => {
    const { command } = await made()
    const rows = it.app.db.selectFrom('audit').selectAll().where('target_id', '=', command.id)
    expect(await rows.execute()).toMatchObject([
      { action: 'command.created', actor_kind: 'key', actor_id: key.id, actor_name: 'Deploy script' },
    ])
    await call('PUT', `/commands/${command.id}`, {
      body: { ...hello, description: 'Greets' },
      headers: { 'If-Match': '"v1"' },
    })
    const stale = await call('PUT', `/commands/${command.id}`, {
      body: hello,
      headers: { 'If-Match': '"v1"' },
    })
    expect([stale.status, await stale.json()]).toMatchObject([
      412,
      {
        code: 'precondition_failed',
        current: { version: 2, updated_by: 'Deploy script (API key)', changed: ['description'] },
      },
    ])
    const bare = await call('PUT', `/commands/${command.id}`, { body: hello })
    expect([bare.status, (await refused(bare)).code]).toEqual([428, 'precondition_required'])
  })

  test('a key without the scope gets its name in WWW-Authenticate', async () => {
    const poor = await aKey(it, { scopes: ['stats:read'] })
    const response = await call('GET', '/settings', { key: poor.key })
    expect(response.headers.get('WWW-Authenticate')).toContain('scope="settings:read"')
    expect((await refused(response)).doc_url).toMatch(/\/docs\/errors#insufficient_scope$/)
  })

  test('a key of the site manages content and no guild', async () => {
    const site = await createKey(it.ctx(), { name: 'Notes', scopes: [...siteScopes] })
    const body = entryWith('page')
    const created = await call('POST', '/content/page', { body, key: site.key })
    expect(created.status).toBe(201)
    const { entry } = (await created.json()) as { entry: { id: string } }
    expect(created.headers.get('Location')).toBe(`/api/v1/content/page/${entry.id}`)
    const published = await call('POST', `/content/page/${entry.id}/publish`, {
      key: site.key,
      headers: { 'If-Match': '"v1"' },
    })
    expect([published.status, await published.json()]).toMatchObject([
      200,
      { entry: { status: 'published', updated_by: 'Notes (API key)' } },
    ])
    for (const path of ['/settings', '/integrations/status', '/commands']) {
      const response = await call('GET', path, { key: site.key })
      expect([path, response.status]).toEqual([path, 403])
    }
    expect((await refusalText(await call('GET', '/content/page')))[1]).toBe('insufficient_scope')
    expect(await refusalOf(() => saveSettings(it.ctx(siteActor), settingsOf(key.guild_id)))).toMatchObject({
      code: 'forbidden',
    })
  })

  test('rules refuse a key that is given another guild', async () => {
    const { id: guildId } = await aGuild(it)
    const { id } = await aWrittenCommand(it, guildId)
    const ctx = it.ctx(actorWith('guild:read', 'guild:write', 'events:report'))
    const foreign = [
      () => saveSettings(ctx, settingsOf(guildId)),
      () => updateCommand(ctx, { guildId, id, version: 1, ...hello } as never),
      () => deleteCommand(ctx, { guildId, id, version: 1 }),
      () => readAutomation(ctx, { guildId, id }),
      () => cancelJob(ctx, { guildId, id }),
      () => recordEvents(ctx, { events: [anEvent({ guild_id: guildId })] }),
    ]
    for (const rule of foreign)
      expect(await refusalOf(rule)).toMatchObject({
        code: 'forbidden',
        message: 'This API key belongs to another guild.',
      })
    expect((await listGuilds(ctx)).map((one) => one.id)).toEqual([key.guild_id])
  })

  test('a key has only the permissions of the current operation', async () => {
    const reading = it.ctx(keyActorFor(actorWith(), { key: 'commands:read', grants: ['guild:read'] }))
    const { command } = await made()
    const at = { guildId: key.guild_id, id: command.id, version: 1 }
    expect(await refusalOf(() => deleteCommand(reading, at))).toMatchObject({ code: 'forbidden' })
  })

  test('a repeated request runs once, and its key is refused for another request', async () => {
    const headers = { 'Idempotency-Key': 'a-key-of-the-program' }
    const first = await call('POST', '/commands', { body: hello, headers })
    const again = await call('POST', '/commands', { body: hello, headers })
    expect([first.status, again.status, again.headers.get('Idempotency-Replayed')]).toEqual([
      201,
      201,
      'true',
    ])
    expect(await again.json()).toEqual(await first.json())
    expect(again.headers.get('Location')).toMatch(/^\/api\/v1\/commands\//)
    const other = await call('POST', '/commands', { body: { ...hello, name: 'bye' }, headers })
    expect((await refusalText(other))[1]).toBe('conflict')
    // Another API key is another caller, even for the same guild.
    const second = await aKey(it, { scopes: [...guildScopes] })
    expect((await call('POST', '/commands', { body: hello, headers, key: second.key })).status).toBe(201)
  })

  test('bodies that are too deep or too large have their errors', async () => {
    const deep = `${'['.repeat(65)}${']'.repeat(65)}`
    const headers = { 'Content-Type': 'application/json' }
    const nested = await call('POST', '/events', { body: `{"events":${deep}}`, headers })
    expect((await refusalText(nested)).slice(0, 2)).toEqual([400, 'invalid_request'])
    const large = await call('POST', '/events', {
      body: JSON.stringify({ x: 'x'.repeat(1024 * 1024) }),
      headers,
    })
    expect((await refusalText(large)).slice(0, 2)).toEqual([413, 'payload_too_large'])
  })

  test('an expired key gets 401 for a write', async () => {
    const old = await aKey(it, { scopes: ['commands:write'], expires_in_days: 1 })
    it.at('2026-11-22T12:00:00.000Z')
    const response = await call('POST', '/commands', { body: hello, key: old.key })
    expect((await refusalText(response)).slice(0, 2)).toEqual([401, 'invalid_token'])
    it.at('2026-11-21T12:00:00.000Z')
  })

  test('settings are saved with the version that was read', async () => {
    const before = await call('GET', '/settings')
    const tag = before.headers.get('ETag')!
    expect(tag).toMatch(/^"v0-[\w-]{22}"$/)
    const body = { settings: { timezone: 'Europe/Paris' } }
    const saved = await call('PUT', '/settings', { body, headers: { 'If-Match': tag } })
    expect([saved.status, await saved.json()]).toMatchObject([
      200,
      { guild_id: key.guild_id, version: 1, settings: { timezone: 'Europe/Paris' } },
    ])
  })

  test('events are stored once for the guild of the key', async () => {
    const { guild_id: _, ...event } = anEvent({ guild_id: key.guild_id, type: 'MEMBER_JOIN' })
    const report = () => call('POST', '/events', { body: { events: [event] } })
    expect(await (await report()).json()).toEqual({ guild_id: key.guild_id, recorded: 1, duplicates: 0 })
    expect(await (await report()).json()).toEqual({ guild_id: key.guild_id, recorded: 0, duplicates: 1 })
    const listed = (await (await call('GET', '/events')).json()) as { events: { id: string }[] }
    expect(listed.events.map(({ id }) => id)).toEqual([event.id])
    const named = await call('POST', '/events', { body: { events: [{ ...event, guild_id: key.guild_id }] } })
    expect(named.status).toBe(400)
    for (const events of [[], Array(101).fill(event)])
      expect((await call('POST', '/events', { body: { events } })).status).toBe(400)
  })

  test('daily data has pages with a cursor that repeat and skip nothing', async () => {
    const events = Array.from({ length: 5 }, (_, n) => {
      const channel = { id: `50${n % 3}`, name: `channel ${n % 3}` }
      const { guild_id: __, ...event } = anEvent({ guild_id: key.guild_id, channel })
      return { ...event, occurred_at: `2026-11-${20 + (n % 2)}T12:00:00.000Z` }
    })
    expect((await call('POST', '/events', { body: { events } })).status).toBe(200)
    type Page = { channels: { date: string; channel_id: string }[]; next_before: string | null }
    const rows: string[] = []
    for (let before = ''; ;) {
      const response = await call('GET', `/stats/channels?limit=2${before}`)
      const page = (await response.json()) as Page
      rows.push(...page.channels.map(({ date, channel_id }) => `${date} ${channel_id}`))
      if (page.next_before === null) break
      before = `&before=${encodeURIComponent(page.next_before)}`
    }
    expect(rows).toEqual([
      ...['2026-11-21 500', '2026-11-21 501', '2026-11-20 500', '2026-11-20 501', '2026-11-20 502'],
    ])
    expect((await call('GET', '/stats/channels?before=yesterday')).status).toBe(400)
  })

  test('the activity of a member has the events of that member only', async () => {
    const events = ['100000000000000100', '100000000000000200'].map((id) => {
      const { guild_id: _, ...event } = anEvent({ guild_id: key.guild_id, actor: aPerson(id) })
      return event
    })
    await call('POST', '/events', { body: { events } })
    const response = await call('GET', '/members/100000000000000200/activity')
    const { events: found } = (await response.json()) as { events: { id: string }[] }
    expect(found.map(({ id }) => id)).toEqual([events[1]!.id])
  })

  test('only keys that can write a command read its webhook', async () => {
    const url = 'https://hooks.example.com/services/secret'
    const { id } = await aWrittenCommand(it, key.guild_id, {
      actions: [{ type: 'CALL_WEBHOOK', config: { url }, condition: null }],
    })
    const read = async (held: Scope[]) => {
      const { key: text } = await aKey(it, { guild: key.guild_id, scopes: held })
      return (await call('GET', `/commands/${id}`, { key: text })).text()
    }
    expect(await read(['commands:read'])).not.toContain('secret')
    expect(await read(['commands:read', 'commands:write'])).toContain(url)
  })

  test('wrong methods of the external API are refused', async () => {
    const wrong = await call('DELETE', '/settings')
    expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD, PUT'])
  })
})
