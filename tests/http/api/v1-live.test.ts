import { beforeAll, describe, expect, inject, test } from 'vitest'
import { guildScopes, siteScopes } from '#app/access.ts'
import type { OpenapiDocument } from '#app/openapi/types.ts'
import { client, guildWithKey } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'
import { hello, welcome } from '#tests/support/interfaces/samples/guild.ts'
import { contractOf, expectDocumented, placesOf, type Placed } from '#tests/support/api/contract.ts'

const joined = {
  id: 'joined-1',
  type: 'MEMBER_JOIN',
  occurred_at: new Date().toISOString(),
  actor: { id: '200000000000000042', name: 'Ada' },
  target: null,
  channel: null,
  data: {},
}

type Sent = {
  params?: Record<string, string>
  query?: string
  body?: unknown
  form?: FormData
  version?: number
}

describe.each(inject('servers'))('the external API on $name', (server) => {
  let contract: ReturnType<typeof contractOf>
  let places: Placed[]
  let keys = { guild: '', site: '' }
  const seen = new Set<string>()

  beforeAll(async () => {
    const document = (await (await client(server)('/api/openapi.json?surface=v1')).json()) as OpenapiDocument
    contract = contractOf(document)
    places = placesOf(document)
    const { key: guild } = await guildWithKey(server, ['--scopes', guildScopes.join(',')])
    const create = ['keys', 'create', '--site', '--name', 'contract', '--scopes', siteScopes.join(',')]
    keys = { guild, site: (await cliJson<{ key: string }>(server.env, create)).key }
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
        Authorization: `Bearer ${/^\/api\/v1\/(content|site)/.test(placed.path) ? keys.site : keys.guild}`,
        ...(sent.form ? {} : { 'Content-Type': 'application/json' }),
        ...(sent.version === undefined ? {} : { 'If-Match': `"v${sent.version}"` }),
        ...more,
      },
      ...(sent.form ? { body: sent.form } : {}),
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
    await call('listMemberActivity', 200, { params: { memberId: joined.actor.id } })
    const { runs } = await call<{ runs: { id: string }[] }>('listRuns', 200, {
      query: `?automation=${params.id}`,
    })
    await call('v1ReadAutomationRun', 200, { params: { ...params, runId: runs[0]!.id } })
    await call('v1RunAutomation', 201, { params, body: {} })
    const { jobs } = await call<{ jobs: { id: string }[] }>('v1ListJobs', 200)
    const job = { params: { id: jobs[0]!.id } }
    await call('v1ReadJob', 200, job)
    expect(await call('v1CancelJob', 200, job)).toMatchObject({ job: { state: 'cancelled' } })
    expect(await call('v1ReplayJob', 200, job)).toMatchObject({ job: { state: 'queued' } })
    await call('v1UpdateAutomation', 200, { params, version: 1, body: { ...welcome, enabled: false } })
    await call('v1RunAutomation', 409, { params, body: {} })
    await call('v1DeleteAutomation', 204, { params, version: 2 })
  })

  test('statistics, channels and roles are read, and members need a runner', async () => {
    await call('readStats', 200, { query: '?days=7' })
    for (const id of ['listDailyChannels', 'listDailyCommands', 'listDailySnapshots']) await call(id, 200)
    await call('readSiteStats', 200, { query: '?days=7' })
    await call('v1ReadGuildDirectory', 200)
    await call('v1SearchGuildMembers', 503, { query: '?q=ad' })
  })

  test('entries are written, published, scheduled, archived, deleted and restored', async () => {
    const slug = `from-the-api-${Date.now()}`
    const text = {
      slug,
      title: 'From the API',
      description: 'Written by a program that publishes with the external API.',
      body: 'Hello.',
      tags: [],
      author: 'Ada',
    }
    const type = { type: 'post' }
    await call('v1DescribeEntryTypes', 200)
    const redirect = { from: `/old-${slug}`, to: '/docs' }
    await call('v1CreateRedirect', 201, { body: redirect })
    await call('v1ListRedirects', 200)
    await call('v1DeleteRedirect', 204, { query: `?${new URLSearchParams({ from: redirect.from })}` })
    await call('v1RenderEntry', 200, { body: { body: 'Hello.' } })
    const { entry } = await call<Versioned<'entry'>>('v1CreateEntry', 201, { params: type, body: text })
    const params = { ...type, id: entry.id }
    await call('v1ListEntries', 200, { params: type })
    await call('v1ReadEntry', 200, { params })
    await call('v1UpdateEntry', 200, { params, version: 1, body: { ...text, body: 'Hello again.' } })
    await call('v1PublishEntry', 200, { params, version: 2 })
    await call('v1PreviewEntry', 200, { params })
    await call('v1UnpublishEntry', 200, { params, version: 3 })
    await call('v1ListRevisions', 200, { params })
    await call('v1ReadRevision', 200, { params: { ...params, n: '1' } })
    await call('v1RestoreRevision', 200, { params: { ...params, n: '1' }, version: 4 })
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
    await call('v1ScheduleEntry', 200, { params, version: 5, body: { scheduled_at } })
    await call('v1ArchiveEntry', 200, { params, version: 6 })
    // The entry overrides no content file.
    await call('v1RevertEntry', 409, { params, version: 7 })
    await call('v1DeleteEntry', 204, { params, version: 7 })
    await call('v1UndeleteEntry', 200, { params })
  })

  test('images are uploaded, described, listed and deleted', async () => {
    const form = new FormData()
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${1 + (Date.now() % 900)}" height="7"/>`
    form.set('file', new Blob([svg]), 'line.svg')
    const { media } = await call<{ media: { id: string } }>('v1UploadMedia', 201, { form })
    const params = { id: media.id }
    await call('v1ListMedia', 200)
    await call('v1ReadMedia', 200, { params })
    await call('v1ChangeMedia', 200, { params, body: { alt: 'A line' } })
    await call('v1DeleteMedia', 204, { params })
  })

  test('every operation of the external API was called', () => {
    expect([...seen].sort()).toEqual(places.map(({ id }) => id).sort())
  })
})
