import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationHash } from '#app/features/commands/registration/body.server.ts'
import { recordHeartbeat } from '#app/features/integrations/heartbeat.server.ts'
import {
  listGuildIntegrations,
  listIntegrations,
  listSiteIntegrations,
  reportIntegrations,
  saveIntegration,
} from '#app/features/integrations/integrations.server.ts'
import { overallStatus } from '#app/features/integrations/status.server.ts'
import { integrationsReport, slugs, type Integration } from '#app/features/integrations/schema.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { handleFrames } from '#app/http/runner/handlers.server.ts'
import { aJob, asRunner } from '#tests/support/db/leasing.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  anonymous,
  keyOf,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { aManager, anAdministrator, madeCommand } from '#tests/support/db/management.ts'

const one = (status: Integration['status'], enabled = true) => ({ status, enabled }) as Integration

test.each([
  ['operational', [one('online'), one('not_configured'), one('unknown')]],
  ['operational', []],
  ['operational', [one('online'), one('offline', false)]],
  ['degraded', [one('online'), one('offline')]],
  ['degraded', [one('degraded')]],
  ['down', [one('offline'), one('offline'), one('unknown')]],
] as const)('the whole is %s', (status, integrations) => {
  expect(overallStatus([...integrations])).toBe(status)
})

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(engine, { DISCORD_PUBLIC_KEY: 'ab'.repeat(32), SMTP_URL: 'smtp://127.0.0.1:1' })
  })
  afterAll(() => it.close())

  const report = async (guildId: string, slug?: string) =>
    reportIntegrations(it.ctx(keyOf(guildId)), slug ? { slug } : {})
  const statusOf = async (guildId: string, slug: string) =>
    ((await report(guildId, slug)) as Integration).status

  test('a key gets all of them in the exact shape, or the one it names', async () => {
    const { id: guildId } = await aGuild(it)
    const all = integrationsReport.strict().parse(await report(guildId))
    expect(all.integrations.map(({ slug }) => slug)).toEqual(slugs)
    expect(all).toMatchObject({ guild_id: guildId, status: 'operational' })
    expect(await report(guildId, 'discord')).toEqual(all.integrations[0])
    expect(await refusalOf(() => report(guildId, 'nothing'))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => reportIntegrations(it.ctx(anonymous), {}))).toMatchObject({ status: 403 })
  })

  test('interactions are unknown until the first, with one heartbeat a minute', async () => {
    const { id: guildId } = await aGuild(it)
    expect(await statusOf(guildId, 'discord')).toBe('unknown')
    await recordHeartbeat(it.ctx(), guildId, 'discord')
    it.at('2026-11-21T12:00:59.000Z')
    await recordHeartbeat(it.ctx(), guildId, 'discord')
    expect(await report(guildId, 'discord')).toMatchObject({ status: 'online', last_heartbeat_at: NOON })
    it.at('2026-11-21T12:01:00.000Z')
    await recordHeartbeat(it.ctx(), guildId, 'discord')
    expect(await report(guildId, 'discord')).toMatchObject({ last_heartbeat_at: '2026-11-21T12:01:00.000Z' })
    expect(await report(guildId)).toMatchObject({ checked_at: '2026-11-21T12:01:00.000Z' })
    it.at(NOON)
    expect(await statusOf((await aGuild(it)).id, 'discord')).toBe('unknown')
  })

  test('without a bot token, runners are online while heard and offline when silent', async () => {
    const { id: guildId } = await aGuild(it)
    expect(await statusOf(guildId, 'runners')).toBe('not_configured')
    const runner = await createRunner(it.ctx(), { name: 'mine', guild: guildId })
    expect(await statusOf(guildId, 'runners')).toBe('not_configured')
    expect(await statusOf(guildId, 'discord-gateway')).toBe('not_configured')
    expect(await report(guildId)).toMatchObject({ status: 'operational' })
    const session = {
      id: `s-${guildId}`,
      runner_id: runner.id,
      instance_key: 'one',
      name: 'mine',
      version: '1.2.3',
      slots: 1,
      connected_at: NOON,
      last_seen_at: NOON,
    }
    await it.app.db.insertInto('runner_sessions').values(session).execute()
    expect(await report(guildId, 'runners')).toMatchObject({ status: 'online', version: '1.2.3' })
    await aJob(it, guildId, { runAt: new Date('2026-11-21T11:59:00.000Z') })
    expect(await statusOf(guildId, 'runners')).toBe('online')
    const waits = await aJob(it, guildId, { runAt: new Date('2026-11-21T11:58:30.000Z') })
    expect(await report(guildId, 'runners')).toMatchObject({
      status: 'degraded',
      last_error: { code: 'jobs_waiting', at: '2026-11-21T11:59:30.000Z' },
    })
    await it.app.db.deleteFrom('jobs').where('id', '=', waits.id).execute()
    expect(await statusOf(guildId, 'discord-gateway')).toBe('unknown')
    const batch = { batch_id: 'b', events: [anEvent({ guild_id: guildId })] }
    await handleFrames(asRunner(it), 's', [{ op: 'events', d: batch }])
    expect(await statusOf(guildId, 'discord-gateway')).toBe('online')
    it.at('2026-11-21T12:00:38.000Z')
    expect(await statusOf(guildId, 'runners')).toBe('offline')
    expect(await report(guildId)).toMatchObject({ checked_at: '2026-11-21T12:00:37.500Z' })
    it.at(NOON)
  })

  test('mail is degraded while letters wait for the server', async () => {
    const { id: guildId } = await aGuild(it)
    expect(await statusOf(guildId, 'mail')).toBe('online')
    const letter = {
      id: `l-${guildId}`,
      kind: 'verify',
      recipient: 'ada@example.com',
      data: '{}',
      status: 'waiting' as const,
      attempts: 1,
      created_at: NOON,
      next_attempt_at: NOON,
    }
    await it.app.db.insertInto('outbox').values(letter).execute()
    const mail = await report(guildId, 'mail')
    expect(mail).toMatchObject({ status: 'degraded', last_error: { code: 'mail_delayed', at: NOON } })
    expect(JSON.stringify(mail)).not.toContain('ada')
    await it.app.db.deleteFrom('outbox').execute()
  })

  test('what a guild leaves out counts for nothing, under a version of its own', async () => {
    const { id: guildId } = await aGuild(it)
    const manager = await aManager(it, guildId)
    const runner = await createRunner(it.ctx(), { name: 'gone', guild: guildId })
    const session = { id: `s-${guildId}`, runner_id: runner.id, instance_key: 'one', name: 'gone' }
    const times = { connected_at: NOON, last_seen_at: NOON, disconnected_at: NOON }
    await it.app.db
      .insertInto('runner_sessions')
      .values({ ...session, ...times, version: '1.2.3', slots: 1 })
      .execute()
    expect((await report(guildId)) as { status: string }).toMatchObject({ status: 'degraded' })
    for (const slug of ['runners', 'discord-gateway']) {
      const saved = await saveIntegration(manager, { guildId, slug, enabled: false, version: 0 })
      expect(saved).toMatchObject({ slug, enabled: false, revision: 1 })
    }
    expect(await listIntegrations(manager, { guildId })).toMatchObject({ status: 'operational' })
    const again = (version: number) => () =>
      saveIntegration(manager, { guildId, slug: 'runners', enabled: true, version })
    expect(await refusalOf(again(0))).toMatchObject({
      status: 412,
      current: { version: 1, changed: ['enabled'] },
    })
    expect(await again(1)()).toMatchObject({ enabled: true, revision: 2 })
    const unknown = () => saveIntegration(manager, { guildId, slug: 'x', enabled: true, version: 0 })
    expect(await refusalOf(unknown)).toMatchObject({ status: 404 })
    const other = await aManager(it, (await aGuild(it)).id)
    expect(await refusalOf(() => listIntegrations(other, { guildId }))).toMatchObject({ status: 403 })
  })

  test('Discord carries the commands that are registered', async () => {
    const { id: guildId } = await aGuild(it)
    const { id } = await madeCommand(await anAdministrator(it), guildId)
    expect(await report(guildId, 'discord')).toMatchObject({ commands: 0 })
    const { db } = it.app
    const row = await db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const change = (values: object) => db.updateTable('commands').set(values).where('id', '=', id).execute()
    await change({ registered_hash: 'x' })
    expect(await report(guildId, 'discord')).toMatchObject({ commands: 0 })
    await change({ registered_hash: registrationHash(row) })
    expect(await report(guildId, 'discord')).toMatchObject({ commands: 1 })
  })

  test('a server lists its own integrations, and the site lists the shared ones', async () => {
    const { id } = await aGuild(it)
    const admin = await anAdministrator(it)
    const own = await listGuildIntegrations(admin, { guildId: id })
    expect(own.integrations.map(({ slug }) => slug)).toEqual(['discord', 'discord-gateway', 'runners'])
    const shared = await listSiteIntegrations(admin)
    expect([...own.integrations, ...shared].map(({ slug }) => slug).sort()).toEqual([...slugs].sort())
    expect(shared.find(({ slug }) => slug === 'chat')).toMatchObject({ status: 'not_configured' })
    const manager = await aManager(it, id)
    expect(await refusalOf(() => listSiteIntegrations(manager))).toMatchObject({ status: 403 })
  })
})
