import { beforeAll, describe, expect, inject, test } from 'vitest'
import { scopes } from '#app/access.ts'
import type { OpenapiDocument } from '#app/openapi/types.ts'
import { client, guildWithKey } from '#tests/support/http/client.ts'
import { contractOf, expectDocumented, placesOf, type Placed } from '#tests/support/api/contract.ts'

const hello = { name: 'hello', description: 'Says hello', response: { type: 'message', content: 'Hello!' } }
/** Waits for an hour, so that no runner takes the job. */
const welcome = {
  name: 'Welcome',
  enabled: true,
  trigger: { events: ['MEMBER_JOIN'] },
  actions: [
    {
      type: 'SEND_MESSAGE',
      config: { channel_id: '300000000000000001', content: 'Hi' },
      delay_seconds: 3600,
    },
  ],
}
const joined = {
  id: 'joined-1',
  type: 'MEMBER_JOIN',
  occurred_at: new Date().toISOString(),
  actor: { id: '200000000000000042', name: 'Ada' },
  target: null,
  channel: null,
  data: {},
}

type Sent = { params?: Record<string, string>; query?: string; body?: unknown; version?: number }

describe.each(inject('servers'))('the external API on $name', (server) => {
  let contract: ReturnType<typeof contractOf>
  let places: Placed[]
  let key = ''
  const seen = new Set<string>()

  beforeAll(async () => {
    const document = (await (await client(server)('/api/openapi.json?surface=v1')).json()) as OpenapiDocument
    contract = contractOf(document)
    places = placesOf(document)
    key = (await guildWithKey(server, ['--scopes', scopes.join(',')])).key
  })

  /** Calls an operation, compares the response with the document, and returns the body. */
  async function call<T = unknown>(
    id: string,
    status: number,
    { params = {}, query = '', ...sent }: Sent = {},
  ) {
    const placed = places.find((one) => one.id === id)!
    seen.add(id)
    const path = placed.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!) + query
    const init = (more: Record<string, string> = {}): RequestInit => ({
      method: placed.method,
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        ...(sent.version === undefined ? {} : { 'If-Match': `"v${sent.version}"` }),
        ...more,
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    })
    const response = await client(server)(path, init())
    const etag = response.headers.get('ETag')
    const copy = response.clone()
    expect([id, await expectDocumented(contract, placed, response)]).toEqual([id, status])
    if (placed.method === 'GET' && status === 200) {
      const same = await client(server)(path, init({ 'If-None-Match': etag! }))
      expect([id, await expectDocumented(contract, placed, same)]).toEqual([id, 304])
    }
    return (status === 204 ? undefined : await copy.json()) as T
  }

  type Versioned<Name extends string> = Record<Name, { id: string; version: number }>

  test('settings and integrations are saved and read', async () => {
    await call('v1SaveGuildSettings', 200, { version: 0, body: { settings: { timezone: 'Europe/Paris' } } })
    expect(await call('readSettings', 200)).toMatchObject({
      version: 1,
      settings: { timezone: 'Europe/Paris' },
    })
    const at = { params: { slug: 'mail' }, version: 0, body: { enabled: false } }
    await call('v1SaveGuildIntegration', 200, at)
    await call('v1ListGuildIntegrations', 200)
    await call('readIntegrationStatus', 200)
    await call('v1ListManagers', 200)
  })

  test('commands are created, changed, read and deleted', async () => {
    const { command } = await call<Versioned<'command'>>('v1CreateCommand', 201, { body: hello })
    const params = { id: command.id }
    await call('listCommands', 200)
    await call('v1ReadCommand', 200, { params })
    await call('v1UpdateCommand', 200, { params, version: 1, body: { ...hello, description: 'Greets' } })
    await call('v1ReadRegistration', 200)
    // No bot is connected.
    await call('v1RegisterCommands', 503, { body: {} })
    await call('v1UpdateCommand', 412, { params, version: 1, body: hello })
    await call('v1DeleteCommand', 204, { params, version: 2 })
  })

  test('a reported event starts an automation, whose job is cancelled and retried', async () => {
    const { automation } = await call<Versioned<'automation'>>('v1CreateAutomation', 201, { body: welcome })
    const params = { id: automation.id }
    await call('listAutomations', 200)
    await call('v1ReadAutomation', 200, { params })
    await call('v1TestAutomation', 200, { params, body: {} })
    expect(await call('reportEvents', 200, { body: { events: [joined] } })).toMatchObject({ recorded: 1 })
    expect(await call('v1ListGuildEvents', 200)).toMatchObject({ events: [{ id: joined.id }] })
    const { runs } = await call<{ runs: { id: string }[] }>('v1ListAutomationRuns', 200, { params })
    await call('v1ReadAutomationRun', 200, { params: { ...params, runId: runs[0]!.id } })
    const { jobs } = await call<{ jobs: { id: string }[] }>('v1ListJobs', 200)
    const job = { params: { id: jobs[0]!.id } }
    await call('v1ReadJob', 200, job)
    expect(await call('v1CancelJob', 200, job)).toMatchObject({ job: { state: 'cancelled' } })
    expect(await call('v1ReplayJob', 200, job)).toMatchObject({ job: { state: 'queued' } })
    await call('v1UpdateAutomation', 200, { params, version: 1, body: { ...welcome, enabled: false } })
    await call('v1DeleteAutomation', 204, { params, version: 2 })
  })

  test('statistics, channels and roles are read, and members need a runner', async () => {
    await call('readStats', 200, { query: '?days=7' })
    await call('v1ReadGuildDirectory', 200)
    await call('v1SearchGuildMembers', 503, { query: '?q=ad' })
  })

  test('every operation of the external API was called', () => {
    expect([...seen].sort()).toEqual(places.map(({ id }) => id).sort())
  })
})
