import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { actionTypes } from '#app/features/actions/action-types.ts'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { testAutomation, dryRunDefinition } from '#app/features/automations/dry-run.server.ts'
import type { Definition } from '#app/features/automations/schema.ts'
import { samples } from '#app/features/automations/samples.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { type GuildSettings } from '#app/features/settings/schema.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { eventTypes } from '#app/features/events/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  type TestApp,
} from '#tests/support/factories.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { definition, sendMessageAction, sampleEvent } from '#tests/support/db/automations.ts'
import { tries } from '#tests/support/depth.ts'

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

  test('a saved automation is tried with a made-up event of its first trigger', async () => {
    const rules = [{ field: 'actor.is_bot', op: 'eq', value: false }]
    const input = automationInput.parse({
      name: 'Welcome',
      ...definition(
        { conditions: { rules }, cooldown: { scope: 'user', seconds: 60 } },
        sendMessageAction(),
        {
          type: 'ADD_ROLE',
          config: { role_id: '400000000000000002' },
          delay_seconds: 5,
        },
      ),
    })
    const { id } = await createAutomation(admin(), { guildId, ...input })
    expect(await testAutomation(admin(), { guildId, id })).toEqual({
      automation_id: id,
      event: {
        id: 'sample-MEMBER_JOIN',
        type: 'MEMBER_JOIN',
        occurred_at: NOON,
        guild_id: guildId,
        ...samples.MEMBER_JOIN,
      },
      triggered: true,
      reason: null,
      conditions: [{ ...rules[0], actual: false, holds: true }],
      matched: true,
      cooldown: { scope: 'user', key: '200000000000000042', seconds: 60 },
      actions: [
        {
          id: 'a0',
          type: 'SEND_MESSAGE',
          would_run: true,
          config: { channel_id: '300000000000000006', content: 'Welcome, <@200000000000000042> to A guild!' },
          delay_seconds: 0,
          problems: [],
          warnings: [],
        },
        {
          id: 'a1',
          type: 'ADD_ROLE',
          would_run: true,
          config: { role_id: '400000000000000002' },
          delay_seconds: 5,
          problems: [],
          warnings: [],
        },
      ],
    })
    const changed = definition({}, sendMessageAction('Something else'))
    const { actions } = await testAutomation(admin(), { guildId, id, definition: changed })
    expect(actions.map(({ config }) => config.content)).toEqual(['Something else'])
  })

  test('it is tried with an event that happened, of this guild alone', async () => {
    const other = (await aGuild(it)).id
    const [here, there] = [
      anEvent({ guild_id: guildId, data: { content: 'hi' } }),
      anEvent({ guild_id: other }),
    ]
    await recordEvents(it.ctx(runner()), { events: [here, there] })
    const asked = definition(
      { trigger: { events: ['MESSAGE_CREATE'] } },
      sendMessageAction('{event.data.content}!'),
    )
    const { event: found, actions } = await tried(asked, { event_id: here.id })
    expect(found).toEqual(here)
    expect(actions[0]!.config.content).toBe('hi!')
    expect((await refusalOf(() => tried(asked, { event_id: there.id }))).code).toBe('not_found')
  })

  test('what does not set it off, does not fit or is left out does not run, and says why', async () => {
    const guild = (await aGuild(it)).id
    await save(guild, { excluded_channels: ['300000000000000001'] })
    const rules = [{ field: 'data.content', op: 'contains', value: 'help' }]
    const asked = definition(
      { trigger: { events: ['MESSAGE_CREATE'] }, conditions: { rules } },
      sendMessageAction('x'),
    )
    const reasons = await Promise.all([
      tried(asked, sampleEvent('MEMBER_JOIN')),
      tried(asked, sampleEvent('MESSAGE_CREATE')),
      tried(asked, sampleEvent('MESSAGE_CREATE'), guild),
    ])
    expect(reasons.map(({ triggered, matched, reason }) => [triggered, matched, reason])).toEqual([
      [false, false, '“A member joins” does not trigger this automation.'],
      [true, false, 'The conditions do not match this event.'],
      [false, false, 'The settings exclude events in this channel.'],
    ])
    expect(reasons.flatMap(({ actions }) => actions.map(({ would_run }) => would_run))).toEqual([
      false,
      false,
      false,
    ])
    expect(reasons[0]!.conditions).toEqual([{ ...rules[0], actual: null, holds: false }])
  })

  test('each scope of a cooldown has its key', async () => {
    const keys = ['none', 'guild', 'channel', 'user'].map(async (scope) => {
      const asked = definition(
        { cooldown: { scope, seconds: 5 }, trigger: { events: ['MESSAGE_CREATE'] } },
        sendMessageAction('x'),
      )
      return (await tried(asked, sampleEvent('MESSAGE_CREATE'))).cooldown.key
    })
    expect(await Promise.all(keys)).toEqual([null, guildId, '300000000000000001', '200000000000000042'])
  })

  test('whatever is tried, no row of any table changes', async () => {
    const rows = async () => {
      const tables = await it.app.db.introspection.getTables()
      const read = tables.map(async ({ name }) => {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(it.app.db)
        return [name, rows.map((row) => JSON.stringify(row)).sort()]
      })
      return Promise.all(read)
    }
    const before = await rows()
    expect(before.length).toBeGreaterThan(20)
    const text = fc.constantFrom('', 'x', '{user.name}', '{event.data.content}', "'; drop table users; --")
    const shapes: Record<string, object> = {
      SEND_MESSAGE: { channel_id: '300000000000000001', content: 'Hello {user.name}' },
      SEND_DM: { content: '{nothing}' },
      TIMEOUT_MEMBER: { duration_seconds: 60 },
      CREATE_THREAD: { name: 'A thread of {user.name}' },
      ADD_REACTION: { emoji: '👍' },
      LOG_TO_CHANNEL: { content: '{event.type}' },
      CALL_WEBHOOK: { url: 'https://example.com/hook' },
      ADD_ROLE: { role_id: '400000000000000001' },
      REMOVE_ROLE: { role_id: '400000000000000001' },
    }
    const action = fc.constantFrom(...actionTypes).map((type) => ({ type, config: shapes[type] ?? {} }))
    const rule = fc.record({
      field: fc.constantFrom('actor.id', 'data.content'),
      op: fc.constantFrom('eq', 'neq'),
      value: text,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...eventTypes),
        fc.array(action, { minLength: 1, maxLength: 5 }),
        fc.array(rule, { maxLength: 3 }),
        text,
        async (type, actions, rules, content) => {
          const asked = definition(
            { trigger: { events: ['MESSAGE_CREATE'] }, conditions: { rules } },
            ...actions,
          )
          const result = await tried(asked, sampleEvent(type, { data: { content } }))
          expect(result.actions).toHaveLength(actions.length)
        },
      ),
      tries(40),
    )
    expect(await rows()).toEqual(before)
  })
})
