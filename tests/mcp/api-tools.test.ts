import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guildScopes, type Scope } from '#app/access.ts'
import { apiTools } from '#app/mcp/api.server.ts'
import { action } from '#app/routes/api/v1.mcp.ts'
import { listAudit } from '#app/features/audit/audit.server.ts'
import { createKey } from '#app/features/keys/keys.server.ts'
import { writeCounts } from '#app/features/readers/write-counts.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aKey, openTestApp, system, type TestApp } from '#tests/support/factories.ts'
import { callTool, connectMcp, eras, fetchOf, message, refusedTool } from '#tests/support/http/mcp.ts'

const url = 'https://site.test/api/v1/mcp'
const writes: readonly Scope[] = guildScopes

describe.each(engineNames)('on %s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(engine, { SITE_URL: 'https://site.test', RATE_LIMITS: 'off' })
  })
  afterAll(() => it.close())

  const open = async (key: string, era: (typeof eras)[number] = '2026-07-28') =>
    connectMcp({ url, era, key, fetch: fetchOf(it, action) })

  const namesFor = async (given: Scope[]) => {
    const { key } = await aKey(it, { scopes: given as never })
    const client = await open(key)
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name)
  }

  test('a key sees only the tools that its scopes allow', async () => {
    expect(await namesFor(['stats:read'])).toEqual(['read_stats', 'read_integration_status'])
    expect(await namesFor(['automations:read'])).toEqual([
      ...['list_automations', 'read_integration_status', 'test_automation'],
    ])
    expect(await namesFor(['commands:write'])).toEqual([
      ...['read_integration_status', 'create_command', 'update_command', 'delete_command'],
    ])
    const ofGuild = apiTools.map(({ name }) => name).filter((name) => name !== 'read_site_stats')
    expect(await namesFor([...writes])).toEqual(ofGuild)
  })

  test('a site key reads site analytics, but no server data', async () => {
    it.app.readers.note({ kind: 'mcp', name: null }, 'tool', 'search')
    await writeCounts(it.ctx())
    const { key } = await createKey(it.ctx(), { name: 'Site', scopes: ['site:read'] })
    const client = await open(key)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['read_site_stats'])
    expect(await callTool(client, 'read_site_stats', { days: 7 })).toMatchObject({
      days: 7,
      tools: [{ name: 'search', count: 1, mcp: 1 }],
    })
    await client.close()
  })

  test('a tool beyond the scopes cannot be called', async () => {
    const { key } = await aKey(it, { scopes: ['stats:read'] })
    const client = await open(key)
    await expect(client.callTool({ name: 'read_settings', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
    await client.close()
  })

  test.each([
    ['no key', {}, 401, 'unauthorized', 'Bearer realm="api"'],
    ['a wrong key', { Authorization: 'Bearer sgn_live_x' }, 401, 'invalid_token', 'error="invalid_token"'],
  ])('%s is refused before the protocol', async (_, headers, status, code, challenge) => {
    const init = message('tools/list')
    const response = await fetchOf(it, action)(url, {
      ...init,
      headers: { ...(init.headers as object), ...headers } as HeadersInit,
    })
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
    expect(response.headers.get('WWW-Authenticate')).toContain(challenge)
    expect(response.headers.get('WWW-Authenticate')).not.toContain('resource_metadata')
  })

  test('the list is short, private, and each tool has the hints of its operation', async () => {
    const { key } = await aKey(it, { scopes: [...writes] as never })
    const client = await open(key)
    expect(client.getInstructions()).toContain('Scopes: stats:read')
    expect(client.getInstructions()!.length).toBeLessThan(1_500)
    const { tools } = await client.listTools()
    const sizes = Object.fromEntries(tools.map((tool) => [tool.name, JSON.stringify(tool).length]))
    expect(JSON.stringify(tools).length, JSON.stringify(sizes)).toBeLessThan(24 * 1024)
    const hints = Object.fromEntries(
      tools.map(({ name, annotations = {} }) => [
        name,
        ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
          .map((hint) => ((annotations as Record<string, boolean>)[hint] ? 't' : 'f'))
          .join(''),
      ]),
    )
    const reads = [
      'read_stats',
      'read_settings',
      'list_commands',
      'list_automations',
      'read_integration_status',
    ]
    expect(hints).toEqual({
      ...Object.fromEntries([...reads, 'test_automation'].map((name) => [name, 'tftf'])),
      ...Object.fromEntries(['settings', 'command', 'automation'].map((name) => [`update_${name}`, 'fttt'])),
      ...Object.fromEntries(
        ['create_command', 'create_automation', 'run_automation'].map((name) => [name, 'ffft']),
      ),
      ...Object.fromEntries(['command', 'automation'].map((name) => [`delete_${name}`, 'fttt'])),
    })
    for (const { description, inputSchema, outputSchema } of tools) {
      expect(description!.length).toBeLessThan(600)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(JSON.stringify(outputSchema)).not.toContain('additionalProperties')
    }
    await client.close()
  })

  type Item = { id: string; name: string; version: number }
  type Settings = { guild_id: string; version: number; settings: { timezone: string } }

  describe.each(eras)('with the revision %s', (era) => {
    let client: Client
    let guild: string
    beforeAll(async () => {
      guild = (await aGuild(it)).id
      client = await open((await aKey(it, { guild, scopes: [...writes] as never })).key, era)
    })
    afterAll(() => client?.close())

    test('the reads return what REST returns', async () => {
      expect(await callTool(client, 'read_stats', { days: 7 })).toMatchObject({
        ...{ guild_id: guild, days: 7, next_offset: null },
      })
      expect(await callTool(client, 'read_settings')).toMatchObject({ guild_id: guild, version: 0 })
      const empty = { guild_id: guild, total: 0, limit: 20, offset: 0, next_offset: null }
      expect(await callTool(client, 'list_automations')).toEqual({ ...empty, automations: [] })
      const report = await callTool<{ integrations: { slug: string }[] }>(client, 'read_integration_status')
      expect(report.integrations.length).toBeGreaterThan(3)
      const one = await callTool(client, 'read_integration_status', { slug: 'mail' })
      expect(one).toMatchObject({ integrations: [{ slug: 'mail' }] })
      const refusal = await refusedTool(client, 'read_integration_status', { slug: 'x' })
      expect(refusal).toMatchObject({ code: 'not_found', error: expect.stringContaining('mail') })
    })

    test('a year of statistics comes in parts', async () => {
      type Report = { daily_stats: { date: string }[]; next_offset: number | null }
      const days: string[] = []
      for (let offset: number | null = 0; offset !== null;) {
        const part: Report = await callTool<Report>(client, 'read_stats', { days: 365, offset })
        expect(JSON.stringify(part).length).toBeLessThan(21_000)
        days.push(...part.daily_stats.map(({ date }) => date))
        offset = part.next_offset
      }
      expect([days.length, new Set(days).size]).toEqual([365, 365])
    })

    test('settings change with a version, and an old version returns the current one', async () => {
      const { version } = await callTool<Settings>(client, 'read_settings')
      const change = { version, settings: { timezone: 'Europe/Paris' } }
      const saved = await callTool<Settings>(client, 'update_settings', change)
      expect([saved.version, saved.settings.timezone]).toEqual([version + 1, 'Europe/Paris'])
      const stale = await refusedTool(client, 'update_settings', change)
      expect(stale).toMatchObject({ code: 'precondition_failed', current: { version: version + 1 } })
      const missing = await refusedTool(client, 'update_settings', { settings: {} })
      expect(missing).toMatchObject({ code: 'invalid_request', issues: [{ path: 'version' }] })
    })

    test('a command is created once, changed in one field, and deleted', async () => {
      const name = `hello-${era}`
      const input = { name, description: 'Says hello', response: { type: 'message', content: 'Hello.' } }
      const key = { idempotency_key: `create-${era}-1` }
      const { command } = await callTool<{ command: Item }>(client, 'create_command', { ...input, ...key })
      const again = await callTool<{ command: Item }>(client, 'create_command', { ...input, ...key })
      expect(again.command).toEqual(command)
      const other = await refusedTool(client, 'create_command', { ...input, ...key, name: 'other' })
      expect(other.code).toBe('conflict')
      const { id, version } = command
      const changed = await callTool<{ command: object }>(client, 'update_command', {
        ...{ id, version, description: 'Greets' },
      })
      expect(changed.command).toMatchObject({ name, description: 'Greets', response: input.response })
      const listed = await callTool(client, 'list_commands', { id })
      expect(listed).toMatchObject({ commands: [{ id, version: version + 1 }], total: 1 })
      expect(await refusedTool(client, 'delete_command', { id, version })).toMatchObject({
        ...{ code: 'precondition_failed', current: { version: version + 1 } },
      })
      const gone = { id, version: version + 1 }
      expect(await callTool(client, 'delete_command', gone)).toEqual({ id, deleted: true })
      expect(await refusedTool(client, 'list_commands', { id })).toMatchObject({ code: 'not_found' })
    })

    test('an automation is created, tested, changed and deleted', async () => {
      const { automation } = await callTool<{ automation: Item }>(client, 'create_automation', {
        name: 'Welcome',
        trigger: { events: ['MEMBER_JOIN'] },
        actions: [{ type: 'SEND_MESSAGE', config: { channel_id: '300000000000000006', content: 'Hello.' } }],
      })
      const { id, version } = automation
      expect(await callTool(client, 'test_automation', { id })).toMatchObject({
        triggered: expect.any(Boolean),
      })
      const changed = await callTool<{ automation: object }>(client, 'update_automation', {
        ...{ id, version, enabled: true },
      })
      expect(changed.automation).toMatchObject({ name: 'Welcome', enabled: true, version: version + 1 })
      const stale = await refusedTool(client, 'update_automation', { id, version, enabled: false })
      expect(stale.current?.version).toBe(version + 1)
      const deleted = { id, version: version + 1 }
      expect(await callTool(client, 'delete_automation', deleted)).toEqual({ id, deleted: true })
    })

    test('a key that only writes does not read the omitted fields', async () => {
      const actions = [{ type: 'CALL_WEBHOOK', config: { url: 'https://example.com/secret' } }]
      const made = { name: 'Call', trigger: { events: ['MEMBER_JOIN'] }, actions }
      const { automation } = await callTool<{ automation: Item }>(client, 'create_automation', made)
      const { key } = await aKey(it, { guild, scopes: ['automations:write'] })
      const writer = await open(key)
      const { id, version } = automation
      const refusal = await refusedTool(writer, 'update_automation', { id, version })
      expect(refusal.code).toBe('invalid_request')
      expect(JSON.stringify(refusal)).not.toContain('secret')
      const changed = await callTool(writer, 'update_automation', { id, version, ...made, name: 'Called' })
      expect(changed).toMatchObject({ automation: { name: 'Called' } })
      await writer.close()
    })

    test('invalid fields are named as in REST', async () => {
      const { code, issues } = await refusedTool(client, 'create_command', { name: 'x', more: 1 })
      expect(code).toBe('invalid_request')
      expect(issues!.map(({ path }) => path)).toEqual(expect.arrayContaining(['more', 'response']))
    })

    test('a key never reaches the data of another guild', async () => {
      const other = await aKey(it, { guild: (await aGuild(it)).id, scopes: [...writes] as never })
      const theirs = await open(other.key, era)
      const { command } = await callTool<{ command: Item }>(theirs, 'create_command', {
        ...{ name: 'secret', description: 'A secret', response: { type: 'message', content: 'Hush.' } },
      })
      const { id, version } = command
      for (const [name, input] of [
        ['list_commands', { id }],
        ['update_command', { id, version, description: 'Taken' }],
        ['delete_command', { id, version }],
      ] as const)
        expect([name, (await refusedTool(client, name, input)).code]).toEqual([name, 'not_found'])
      await theirs.close()
    })

    test('the audit log names the key', async () => {
      const { entries } = await listAudit(it.ctx(system), { limit: 50, offset: 0 } as never)
      const saved = entries.find(({ action: what }) => what === 'command.created')!
      expect(saved.actor).toMatchObject({ kind: 'key', name: 'A key' })
    })
  })
})
