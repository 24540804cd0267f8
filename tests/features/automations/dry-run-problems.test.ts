import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { dryRunDefinition } from '#app/features/automations/dry-run.server.ts'
import type { Definition } from '#app/features/automations/schema.ts'
import { defaultSettings, type GuildSettings } from '#app/features/settings/schema.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { eventTypes } from '#app/features/events/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  aSnowflake,
  keyOf,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { definition, sendMessageAction, sampleEvent } from '#tests/support/db/automations.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let grace: Context
  let guildId: string
  beforeAll(async () => {
    it = await openTestApp(engine)
    grace = await anAdministrator(it)
    guildId = (await aGuild(it)).id
  })
  afterAll(() => it.close())

  const admin = () => grace
  const tried = (asked: Definition, more: object = {}, guild = guildId) =>
    dryRunDefinition(admin(), { guildId: guild, definition: asked, ...more })
  const save = (guild: string, settings: Partial<GuildSettings>) =>
    saveSettings(admin(), { guildId: guild, settings, version: 0 })

  const nobody = { actor: null, target: null, channel: null }
  test.each([
    ['SEND_DM', { content: 'x' }, nobody, 'The event has no user'],
    [
      'SEND_DM',
      { content: 'x' },
      { actor: { id: '1', name: 'b', is_bot: true } },
      'Bots cannot receive direct',
    ],
    ['BAN_MEMBER', {}, nobody, 'The event has no user'],
    ['KICK_MEMBER', {}, { type: 'MEMBER_LEAVE' }, 'The user has left'],
    ['DELETE_MESSAGE', { message_id: '300000000000000001' }, nobody, 'The event has no channel'],
    ['DELETE_MESSAGE', {}, { ...nobody, channel: { id: '1', name: 'c' } }, 'The event has no message'],
    ['DELETE_MESSAGE', {}, { type: 'MESSAGE_DELETE' }, 'The message was already deleted'],
    ['ADD_REACTION', { emoji: 'x', message_id: '300000000000000001' }, nobody, 'The event has no channel'],
    ['LOG_TO_CHANNEL', { content: 'x' }, {}, 'The settings have no log channel'],
    ['SEND_MESSAGE', { channel_id: '300000000000000001', content: ' ' }, {}, 'The text is empty'],
    ['CALL_WEBHOOK', { url: 'http://192.168.1.4/x' }, {}, 'Calls to private addresses are rejected'],
    ['CALL_WEBHOOK', { url: 'http://[::1]:80/x' }, {}, 'Calls to private addresses are rejected'],
    ['CALL_WEBHOOK', { url: 'https://localhost/x' }, {}, 'Calls to private addresses are rejected'],
    [
      'CALL_WEBHOOK',
      { url: 'https://example.com/x', method: 'GET', body: 'x' },
      {},
      'A GET request cannot have a body',
    ],
  ])('%s with %j and %j would fail: %s', async (type, config, over, problem) => {
    const all = { trigger: { events: eventTypes.filter((one) => one !== 'SCHEDULE') } }
    const { type: what = 'MESSAGE_CREATE', ...rest } = over as { type?: (typeof eventTypes)[number] }
    const { actions } = await tried(definition(all, { type, config }), sampleEvent(what, rest))
    expect(actions[0]!.would_run).toBe(true)
    expect(actions[0]!.problems.join(' ')).toContain(problem)
    expect(actions[0]!.problems).toHaveLength(1)
  })

  test('an action on a message can follow one that sends it, in the same channel', async () => {
    const react = (config = {}) => ({ type: 'ADD_REACTION', config: { emoji: '👋', ...config } })
    const { actions } = await tried(
      definition({}, react(), sendMessageAction(), react(), react({ channel_id: '300000000000000009' })),
    )
    expect(actions.map(({ problems }) => problems)).toEqual([
      ['The event has no channel. Set a channel id.'],
      [],
      [],
      ['The event has no message. Set a message id, or send a message first.'],
    ])
  })

  test('an unknown variable is a warning, because it is sent as it is', async () => {
    const config = { channel_id: '300000000000000001', content: '{user.nmae} {user.name}' }
    const { actions } = await tried(definition({}, { type: 'SEND_MESSAGE', config }, sendMessageAction()))
    expect(actions).toMatchObject([{ problems: [] }, { would_run: true }])
    expect(actions[0]!.warnings).toEqual([
      '{user.nmae} is not a placeholder here, so it is sent as it is. “Insert placeholder” lists the placeholders.',
    ])
    expect(actions[0]!.config.content).toMatch(/^\{user\.nmae\} \w/)
    const body = '{"a": {"b": 1}, "c": "{user} {event.nope}", "d": "{ user } {1,2} <t:1:R> {e:1}"}'
    const hook = { type: 'CALL_WEBHOOK', config: { url: 'https://example.com/x', method: 'POST', body } }
    expect((await tried(definition({}, hook))).actions[0]!.warnings).toEqual([
      expect.stringMatching(/^\{user\} is not a placeholder/),
      expect.stringMatching(/^\{event\.nope\} has no value for this event/),
    ])
  })

  test('an action that fails stops those after it unless it goes on', async () => {
    const fails = { type: 'LOG_TO_CHANNEL', config: { content: 'x' } }
    const runs = async (on_error: string) => {
      const { actions } = await tried(
        definition({}, sendMessageAction(), { ...fails, on_error }, sendMessageAction()),
      )
      return actions.map(({ would_run }) => would_run)
    }
    expect(await runs('stop')).toEqual([true, true, false])
    expect(await runs('continue')).toEqual([true, true, true])
  })

  test('what the settings switch off is named', async () => {
    const guild = (await aGuild(it)).id
    await save(guild, {
      modules: { ...defaultSettings.modules, automations: false, logging: false },
      log_channel_id: '300000000000000008',
    })
    const { reason, actions } = await tried(
      definition({}, { type: 'LOG_TO_CHANNEL', config: { content: 'x' } }),
      {},
      guild,
    )
    expect(reason).toBe('Automations are disabled in the settings of this server.')
    expect(actions[0]).toMatchObject({
      would_run: false,
      problems: [
        'Automations are disabled in the settings of this server.',
        'Logging is disabled in the settings of this server. Enable the “Log channel” module first.',
      ],
    })
  })

  test('a schedule and a pattern that cannot be are refused at their fields', async () => {
    const asked = definition(
      {
        trigger: { events: ['SCHEDULE'], schedule: { cron: '0 0 31 2 *' } },
        conditions: { rules: [{ field: 'type', op: 'matches', value: '(' }] },
      },
      sendMessageAction(),
    )
    const { issues } = await refusalOf(() => tried(asked))
    expect(issues!.map(({ path }) => path)).toEqual(['trigger.schedule.cron', 'conditions.rules.0.value'])
  })

  test('only readers of the guild may try, and those who may not write see no secrets', async () => {
    const webhook = { url: 'https://example.com/hooks/secret', headers: { Authorization: 'Bearer secret' } }
    const asked = { guildId, definition: definition({}, { type: 'CALL_WEBHOOK', config: webhook }) }
    const codes = [
      userWith('member'),
      keyOf(guildId),
      { ...userWith('member'), guildIds: [aSnowflake()] },
    ].map(async (actor) => (await refusalOf(() => dryRunDefinition(it.ctx(actor), asked))).code)
    expect(await Promise.all(codes)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    const manager = { ...userWith('member'), guildIds: [guildId] }
    expect((await dryRunDefinition(it.ctx(manager), asked)).actions[0]!.config).toMatchObject(webhook)
    const reader = { ...keyOf(guildId), grants: ['guild:read'] as const }
    expect((await dryRunDefinition(it.ctx(reader), asked)).actions[0]!.config).toMatchObject({
      url: 'https://example.com/…',
      headers: { Authorization: '…' },
    })
    const stored = { ...asked, event_id: '1' }
    expect((await refusalOf(() => dryRunDefinition(it.ctx(reader), stored))).code).toBe('insufficient_scope')
  })
})
