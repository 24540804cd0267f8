import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#app/features/audit/schema.ts'
import { exportAccount } from '#app/features/privacy/export.server.ts'
import { aCaller, caller, refusalText, type Call } from '#tests/support/http/route-client.ts'
import { changed, anEntry, entryWith } from '#tests/support/db/cms.ts'
import { oneEngine } from '#tests/support/engines.ts'
import { aGuild, aKey, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

const mark = (name: string) => ({ 'Agent-Tool': name })

describe.each(oneEngine)('%s', (engine) => {
  let it: TestApp
  let admin: Awaited<ReturnType<typeof aCaller>>
  let call: Call
  beforeAll(async () => {
    it = await openTestApp(engine)
    admin = await aCaller(it)
    call = admin.call
  })
  afterAll(() => it.close())

  const noted = async (query: string) => {
    const { entries } = (await (await call('GET', `/api/audit?${query}`)).json()) as { entries: AuditEntry[] }
    return entries
  }
  const writtenBy = async (user: { id: string }) =>
    (await noted(`actor=${user.id}&action=agent.wrote`)).map(({ details }) => details.operation)

  test('a browser tool’s action is logged with its name, a person’s without one', async () => {
    const [{ user, call: write }, other] = [await aCaller(it, 'editor'), await aCaller(it, 'editor')]
    const made = await write('POST', '/api/cms/page', {
      body: entryWith('page'),
      headers: mark('create_entry'),
    })
    expect(made.status).toBe(201)
    await other.call('POST', '/api/cms/page', { body: entryWith('page') })
    expect(await noted(`actor=${user.id}`)).toMatchObject([{ action: 'entry.created', tool: 'create_entry' }])
    expect(await noted(`actor=${other.user.id}`)).toMatchObject([{ action: 'entry.created', tool: null }])
    expect(await noted(`actor=${user.id}&through=person`)).toEqual([])
    expect(await noted(`actor=${user.id}&through=agent`)).toHaveLength(1)
    expect(await noted(`actor=${other.user.id}&through=agent`)).toEqual([])
    expect(await noted(`actor=${other.user.id}&through=person`)).toHaveLength(1)
    expect((await call('GET', '/api/audit?through=robot')).status).toBe(400)
    const { audit } = await exportAccount(actingAs(it, user))
    expect(audit).toContainEqual(expect.objectContaining({ action: 'entry.created', tool: 'create_entry' }))
  })

  test('an edit that is not logged for people is logged once for a browser tool', async () => {
    const { user, call: write } = await aCaller(it, 'editor')
    const entry = await anEntry(actingAs(it, user))
    const save = (version: number, headers: Record<string, string>) => {
      const { type: _, id: __, version: ___, ...body } = changed(entry, { title: `Version ${version}` })
      return write('PUT', `/api/cms/page/${entry.id}`, {
        body,
        headers: { 'If-Match': `"v${version}"`, ...headers },
      })
    }
    expect((await save(entry.version, {})).status).toBe(200)
    expect(await writtenBy(user)).toEqual([])
    expect((await save(entry.version + 1, mark('edit_entry'))).status).toBe(200)
    expect((await save(entry.version + 1, mark('edit_entry'))).status).toBe(412)
    expect(await writtenBy(user)).toEqual(['updateEntry'])
  })

  test('what is read, drawn and refused leaves no row', async () => {
    const { user, call: write } = await aCaller(it, 'editor')
    const headers = mark('preview_text')
    expect((await write('POST', '/api/cms/render', { body: { body: 'Words.\n' }, headers })).status).toBe(200)
    expect((await write('GET', '/api/cms/page', { headers })).status).toBe(200)
    expect((await write('POST', '/api/cms/page', { body: {}, headers })).status).toBe(400)
    expect(await noted(`actor=${user.id}`)).toEqual([])
  })

  test('a message that a browser tool sends is noted without its sender', async () => {
    const body = { name: 'Grace', email: 'grace@example.com', message: 'Whom do we ask for a key, please?' }
    const send = (headers: object) =>
      caller(it)('POST', '/api/contact-form-submissions', {
        body,
        headers: { ...mark('send_message'), ...headers },
      })
    const asked = (await (await send({})).json()) as { confirmation: { token: string } }
    expect((await send({ Confirmation: asked.confirmation.token })).status).toBe(201)
    const [row] = await noted('action=agent.wrote&limit=1')
    expect(row).toMatchObject({
      actor: { kind: 'anonymous', id: null, name: null },
      tool: 'send_message',
      details: { operation: 'sendMessage' },
    })
    expect(JSON.stringify(row)).not.toContain('grace@')
  })

  test.each(['', 'Publish', '1st', 'a-b', 'a b', 'a, a', 'x'.repeat(31), '<b>'])(
    '%j is no name of a browser tool',
    async (name) => {
      const response = await call('GET', '/api/profile', { headers: mark(name) })
      expect(await refusalText(response)).toEqual([
        400,
        'invalid_request',
        expect.stringMatching(/^Agent-Tool: /),
      ])
    },
  )

  test('a program with a key is not read for a mark, whatever it says', async () => {
    const { id } = await aGuild(it)
    const { key } = await aKey(it, { guild: id })
    const headers = { Authorization: `Bearer ${key}`, ...mark('<b>') }
    expect((await caller(it)('GET', '/api/v1/stats', { headers })).status).toBe(200)
  })
})
