import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { actionLabels } from '#app/features/actions/config-fields.ts'
import { listAudit } from '#app/features/audit/audit.server.ts'
import { startRefusalWriter, writeRefusals } from '#app/features/audit/refusals.server.ts'
import { auditActionNames, auditQuery, type AuditEntry } from '#app/features/audit/schema.ts'
import { KEY_PREFIX } from '#app/features/keys/schema.ts'
import { makeToken } from '#app/platform/security/tokens.server.ts'
import { revokeKey } from '#app/features/keys/keys.server.ts'
import { RUNNER_PREFIX } from '#app/features/runners/schema.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { authenticate } from '#app/http/auth/authenticate.server.ts'
import { authenticateUpgrade } from '#app/http/runner/handshake.server.ts'
import { readStats } from '#app/openapi/v1.ts'
import { describeDetails } from '#app/features/audit/ui/details.ts'
import { AuditList } from '#app/features/audit/ui/audit-list.tsx'
import { engineNames } from '#tests/support/engines.ts'
import { renderInRouter } from '#tests/support/render.tsx'
import { aKey, openTestApp, userWith, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeEach(async () => void (it = await openTestApp(engine)))
  afterEach(() => it.close())

  const facts = (address: string) => ({ requestId: 'r', address, secure: false, nonce: '' })
  const bearer = (token: string | null): Record<string, string> =>
    token ? { authorization: `Bearer ${token}` } : {}
  const askWith = (token: string | null, address = '192.0.2.7') =>
    authenticate(
      { app: it.app, facts: facts(address), pages: { markdown: async () => null } },
      readStats,
      new Request('http://localhost/api/v1/stats', { headers: bearer(token) }),
    ).catch((error: unknown) => error)
  const connect = (token: string | null, address = '192.0.2.7') => {
    const { authorization } = bearer(token)
    const request = { headers: {}, headersDistinct: authorization ? { authorization: [authorization] } : {} }
    return authenticateUpgrade(it.app, {
      request: request as unknown as IncomingMessage,
      facts: facts(address),
    }).catch((error: unknown) => error)
  }
  const rows = async () => (await listAudit(it.ctx(userWith('admin')), auditQuery.parse({}))).entries
  const refused = async () => (await rows()).filter(({ action }) => action.endsWith('.refused'))
  const write = () => writeRefusals(it.ctx(), it.app.refusalCounter)

  test('a flood of refused keys is one row, with a count and a few networks', async () => {
    const tried = makeToken(KEY_PREFIX).text
    for (let n = 0; n < 200; n++) await askWith(n % 2 ? tried : 'nonsense', `10.0.${n % 20}.9`)
    await askWith(tried, '2001:db8:77:1::9')
    await write()
    await write()
    expect(await refused()).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        action: 'key.refused',
        actor: { kind: 'anonymous', id: null, name: null },
        target: null,
        address: null,
        request_id: null,
        tool: null,
        details: {
          count: 201,
          networks: [0, 1, 2, 3, 4].map((n) => `10.0.${n}.0/24`),
          other_networks: true,
        },
      },
    ])
    expect(JSON.stringify(await it.app.db.selectFrom('audit').selectAll().execute())).not.toContain(tried)
  })

  test('refused runner tokens have a row of their own, and the next minute another', async () => {
    const token = makeToken(RUNNER_PREFIX).text
    await connect(token, '2001:db8:77:1::9')
    await askWith('nonsense')
    await write()
    await connect(token)
    await write()
    expect((await refused()).map(({ action, details }) => [action, details])).toEqual([
      ['runner.refused', { count: 1, networks: ['192.0.2.0/24'] }],
      ['key.refused', { count: 1, networks: ['192.0.2.0/24'] }],
      ['runner.refused', { count: 1, networks: ['2001:db8:77::/48'] }],
    ])
  })

  test('a revoked key is refused; accepted and missing ones leave no row', async () => {
    const [good, revoked] = [await aKey(it), await aKey(it)]
    await revokeKey(it.ctx(), { id: revoked.id })
    const runner = await createRunner(it.ctx(), { name: 'r' })
    expect(await askWith(good.key)).toMatchObject({ kind: 'key' })
    expect(await connect(runner.token)).toMatchObject({ kind: 'runner' })
    expect(await askWith(null)).toMatchObject({ status: 401 })
    expect(await connect(null)).toMatchObject({ status: 401 })
    await write()
    expect(await refused()).toEqual([])
    expect(await askWith(revoked.key)).toMatchObject({ code: 'invalid_token' })
    await write()
    expect(await refused()).toMatchObject([{ action: 'key.refused', details: { count: 1 } }])
  })

  test('refusals that cannot be written are written later, and those of a stop at once', async () => {
    await askWith('nonsense', '10.0.0.1')
    await expect(it.app.refusalCounter.flush(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
    const stop = startRefusalWriter(it.app)
    await askWith('nonsense', '10.0.1.1')
    await stop()
    const counted = (await refused()).map(({ details }) => details.count as number)
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(2)
    const after = await rows()
    await startRefusalWriter(it.app)()
    expect(await rows()).toEqual(after)
  })
})

const entry = (action: AuditEntry['action'], details: AuditEntry['details']): AuditEntry => ({
  id: action,
  at: '2026-11-21T12:00:00.000Z',
  action,
  actor: { kind: 'anonymous', id: null, name: null },
  target: null,
  address: null,
  request_id: null,
  tool: null,
  details,
})

test('the console describes refusals in words, and the filter lists them', async () => {
  const page = await renderInRouter(
    <AuditList
      list={{ base: '/admin/audit', filters: {} }}
      jobName={(type) => actionLabels[type as 'SEND_MESSAGE'].name}
      entries={[
        entry('key.refused', { count: 12, networks: ['10.0.0.0/24', '10.0.1.0/24'], other_networks: true }),
        entry('runner.refused', { count: 1, networks: ['10.0.0.0/24'] }),
      ]}
    />,
  )
  expect(page).toContain('Rejected API keys')
  expect(page).toContain('12 times, from 10.0.0.0/24, 10.0.1.0/24 and other networks<')
  expect(page).toContain('Rejected runner tokens')
  expect(page).toContain('1 time, from 10.0.0.0/24<')
  expect(auditActionNames).toEqual(
    expect.arrayContaining([
      'key.refused',
      'runner.refused',
      'session.ended',
      'user.signed_up',
      'site.set_up',
    ]),
  )
})

test('the console omits empty details and shows the invited address', async () => {
  const target = { kind: 'invitation', id: 'i', name: 'ada@example.com' }
  const page = await renderInRouter(
    <AuditList
      list={{ base: '/admin/audit', filters: {} }}
      jobName={(type) => actionLabels[type as 'SEND_MESSAGE'].name}
      entries={[
        { ...entry('invitation.created', { role: 'member', guild_id: null }), target },
        { ...entry('invitation.revoked', { role: '', guild_id: null, more: [] }), target },
      ]}
    />,
  )
  expect(page).toContain('>ada@example.com<')
  expect(page).toContain('<summary>Role: member</summary>')
  expect(page.match(/list-note/g)).toHaveLength(1)
})

test('the console names actors and targets in words', async () => {
  const target = (kind: string, name: string | null) => ({ kind, id: '01JDEM000000000000000J0013', name })
  const page = await renderInRouter(
    <AuditList
      list={{ base: '/admin/audit', filters: {} }}
      jobName={(type) => actionLabels[type as 'SEND_MESSAGE'].name}
      entries={[
        {
          ...entry('job.replayed', {}),
          actor: { kind: 'cli', id: null, name: null },
          target: target('job', 'SEND_MESSAGE'),
        },
        { ...entry('contact.changed', {}), target: target('submission', 'A typo') },
        { ...entry('contact.deleted', {}), target: target('submission', null) },
        { ...entry('user.deleted', {}), target: target('user', null) },
      ]}
    />,
  )
  const text = page.replace(/<[^>]*>/g, ' ')
  for (const words of ['the command line', 'Send a message', 'A typo', 'a deleted contact message'])
    expect(text).toContain(words)
  expect(page).toContain('href="/admin/inbox/01JDEM000000000000000J0013"')
  expect(text).not.toMatch(/01JDEM|SEND_MESSAGE/)
})

test('the console describes details in words, and has the raw details folded', () => {
  const details = {
    guild_id: '100000000000000001',
    changed: ['log_channel_id', 'excluded_channel_ids'],
    reason: 'too_slow',
    options: { nested: true },
  }
  expect(describeDetails('automation.changed', details)).toBe(
    'Changed: log channel, excluded channels · Reason: conditions took too long',
  )
  expect(describeDetails('agent.wrote', { operation: 'publishEntry' })).toBe('Change: publish entry')
  expect(describeDetails('automation.run', { event: 'MEMBER_JOIN' })).toBe('Event: member join')
  expect(describeDetails('stats.exported', { from: '2026-01-01', format: 'csv' })).toBe(
    'From: 2026-01-01 · Format: csv',
  )
})
