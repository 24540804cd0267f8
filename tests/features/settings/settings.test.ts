import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '#app/access.ts'
import { listAudit } from '#app/features/audit/audit.server.ts'
import { auditQuery } from '#app/features/audit/schema.ts'
import { defaultSettings, saveSettingsInput } from '#app/features/settings/schema.ts'
import {
  readSettings,
  readSettingsOfKey,
  saveSettings,
  settingsOf,
} from '#app/features/settings/settings.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  keyOf,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { aManager, anAdministrator } from '#tests/support/db/management.ts'

test('a save says what is wrong with each setting, by its place', () => {
  const wrong = {
    timezone: 'Mars/Phobos',
    log_channel_id: 'general',
    excluded_channels: ['1'],
    retention: { raw_event_days: 0, daily_days: 29 },
    modules: { commands: 'yes' },
    prefix: '!',
  }
  const { error } = saveSettingsInput.safeParse({ settings: wrong })
  const paths = error!.issues.map(({ path }) => path.join('.'))
  expect(paths.sort()).toEqual(
    [
      'settings',
      'settings.excluded_channels.0',
      'settings.log_channel_id',
      'settings.modules.commands',
      'settings.retention.daily_days',
      'settings.retention.raw_event_days',
      'settings.timezone',
    ].sort(),
  )
})

test.each(['UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])(
  '%s is a time zone, an offset is none',
  (timezone) => {
    expect(saveSettingsInput.safeParse({ settings: { timezone } }).success).toBe(true)
    expect(saveSettingsInput.safeParse({ settings: { timezone: '+02:00' } }).success).toBe(false)
  },
)

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('settings are defaults under version 0 until saved, and a save keeps the rest', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    expect(await readSettings(ctx, { guildId })).toEqual({
      guild_id: guildId,
      settings: defaultSettings,
      version: 0,
      updated_at: null,
    })
    const first = await saveSettings(ctx, {
      guildId,
      version: 0,
      settings: {
        logging_enabled: true,
        retention: { raw_event_days: 7 },
        excluded_channels: ['300000000000000001'],
      },
    })
    expect(first).toMatchObject({ version: 1, updated_at: NOON })
    const second = await saveSettings(ctx, { guildId, version: 1, settings: { timezone: 'Europe/Paris' } })
    expect(second.settings).toEqual({
      ...defaultSettings,
      logging_enabled: true,
      timezone: 'Europe/Paris',
      retention: { raw_event_days: 7, daily_days: null },
      excluded_channels: ['300000000000000001'],
    })
    expect(await settingsOf(ctx, guildId)).toEqual(second.settings)
  })

  test('a late save is told who saved first, when and what, and nothing is lost', async () => {
    const { id: guildId } = await aGuild(it)
    const [ada, grace] = [await anAdministrator(it, 'Ada'), await anAdministrator(it, 'Grace')]
    await saveSettings(ada, { guildId, version: 0, settings: { logging_enabled: true } })
    await saveSettings(ada, { guildId, version: 1, settings: { timezone: 'Europe/Paris' } })
    for (const version of [0, 1, 3]) {
      const refusal = await refusalOf(() =>
        saveSettings(grace, { guildId, version, settings: { timezone: 'Europe/Rome' } }),
      )
      expect(refusal).toMatchObject({
        status: 412,
        code: 'precondition_failed',
        headers: { ETag: '"v2"' },
        current: { version: 2, updated_by: 'Ada', updated_at: NOON },
      })
    }
    const late = await refusalOf(() => saveSettings(grace, { guildId, version: 1, settings: {} }))
    expect(late).toMatchObject({ current: { changed: ['timezone'] } })
    expect((await readSettings(grace, { guildId })).settings).toMatchObject({
      logging_enabled: true,
      timezone: 'Europe/Paris',
    })
  })

  test('of twenty who save at once on one version one wins', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const tries = Array.from({ length: 20 }, (_, index) =>
      saveSettings(ctx, { guildId, version: 0, settings: { retention: { raw_event_days: index + 1 } } }).then(
        ({ settings }) => settings.retention.raw_event_days,
        () => null,
      ),
    )
    const won = (await Promise.all(tries)).filter((days) => days !== null)
    expect(won.length).toBe(1)
    expect((await readSettings(ctx, { guildId })).settings.retention.raw_event_days).toBe(won[0])
  })

  test('administrators and guild managers read and save, a key reads its own guild', async () => {
    const { id: guildId } = await aGuild(it)
    const manager = await aManager(it, guildId)
    await saveSettings(manager, { guildId, version: 0, settings: { timezone: 'Europe/Oslo' } })
    const other = await aManager(it, (await aGuild(it)).id)
    for (const ctx of [other, it.ctx(anonymous)]) {
      expect((await refusalOf(() => readSettings(ctx, { guildId }))).status).toBeOneOf([401, 403])
      const save = () => saveSettings(ctx, { guildId, version: 1, settings: {} })
      expect((await refusalOf(save)).status).toBeOneOf([401, 403])
    }
    const key = { ...keyOf(guildId), scopes: ['settings:read'] as Scope[] }
    expect(await readSettingsOfKey(it.ctx(key))).toMatchObject({
      guild_id: guildId,
      settings: { timezone: 'Europe/Oslo' },
    })
    expect(await refusalOf(() => readSettingsOfKey(it.ctx(keyOf(guildId))))).toMatchObject({
      code: 'insufficient_scope',
    })
    const admin = await anAdministrator(it)
    expect(await refusalOf(() => readSettings(admin, { guildId: '1' }))).toMatchObject({ status: 404 })
  })

  test('the log tells who changed which settings, and not to what', async () => {
    const { id: guildId } = await aGuild(it)
    await saveSettings(await anAdministrator(it), {
      guildId,
      version: 0,
      settings: { timezone: 'Europe/Berlin', logging_enabled: true },
    })
    const { entries } = await listAudit(
      it.ctx(),
      auditQuery.parse({ target: guildId, action: 'settings.changed' }),
    )
    expect(entries).toMatchObject([
      {
        actor: { name: 'Grace' },
        target: { kind: 'guild' },
        details: { changed: ['timezone', 'logging_enabled'], version: 1 },
      },
    ])
  })
})
