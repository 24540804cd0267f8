import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { dryRunDefinition } from '#app/features/automations/dry-run.server.ts'
import { createPartBuffer } from '#app/features/directory/parts.ts'
import { recordDirectory } from '#app/features/directory/report.server.ts'
import { directoryMessages } from '#app/features/directory/schema.ts'
import { listNotices } from '#app/features/notices/notices.server.ts'
import { knownDirectory, namesIn } from '#app/features/pickers/pickers.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { definition } from '#tests/support/db/automations.ts'
import { anAdministrator, madeAutomation, madeCommand } from '#tests/support/db/management.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, refusalOf, runner, type TestApp } from '#tests/support/factories.ts'

const ids = {
  category: '300000000000000001',
  general: '300000000000000002',
  staff: '300000000000000003',
  low: '400000000000000001',
  bot: '400000000000000002',
  high: '400000000000000003',
  wave: '500000000000000001',
}
const channels = [
  { id: ids.category, name: 'Talk', type: 4, position: 0 },
  { id: ids.general, name: 'general', type: 0, position: 1, parent_id: ids.category },
  { id: ids.staff, name: 'staff', type: 0, position: 2, overwrites: [] as object[] },
]
const roles = [
  { id: ids.low, name: 'Newcomer', color: 0x3498db, position: 1, permissions: '0' },
  { id: ids.bot, name: 'Signpost', position: 2, permissions: String((1n << 28n) | 3072n), managed: true },
  { id: ids.high, name: 'Owner', position: 3, permissions: '8' },
]
const onMessage = { events: ['MESSAGE_CREATE'] }
const message = (channel_id: string) => ({
  actions: [{ id: 'a', type: 'SEND_MESSAGE', config: { channel_id, content: 'Hi' } }],
})
const giving = (role_id: string) => ({ actions: [{ id: 'a', type: 'ADD_ROLE', config: { role_id } }] })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let admin: Context
  let guildId: string
  let rev = Date.parse(NOON)
  beforeAll(async () => {
    it = await openTestApp(engine)
    admin = await anAdministrator(it)
  })
  afterAll(() => it.close())
  beforeEach(async () => {
    guildId = (await aGuild(it)).id
    const denied = { id: ids.bot, type: 0, allow: '0', deny: '2048' }
    await report('channels', [...channels.slice(0, 2), { ...channels[2]!, overwrites: [denied] }])
    await report('roles', roles)
  })

  const report = (kind: string, items: object[]) => {
    const bot = kind === 'roles' ? { id: '900000000000000002', roles: [ids.bot] } : undefined
    const frame = { guild_id: guildId, rev: (rev += 1), kind, part: 1, of: 1, items, bot }
    const parsed = directoryMessages.directory.parse(frame)
    return recordDirectory(it.ctx(runner()), { frame: parsed, parts: createPartBuffer() })
  }
  const notices = async () =>
    (await listNotices(admin)).notices.filter(({ href }) => href.includes(guildId)).map(({ title }) => title)

  test('a dry run has the warnings of the picker about roles and channels', async () => {
    const { actions } = await dryRunDefinition(admin, {
      guildId,
      definition: definition(
        {},
        { type: 'ADD_ROLE', config: { role_id: ids.high } },
        { type: 'SEND_MESSAGE', config: { channel_id: ids.staff, content: 'Hi' } },
        { type: 'ADD_ROLE', config: { role_id: ids.low } },
        { type: 'ADD_ROLE', config: { role_id: ids.bot } },
      ),
    })
    expect(actions.map(({ problems, warnings }) => [problems, warnings])).toEqual([
      [[], ['This role is above the bot’s highest role.']],
      [[], ['The bot cannot send messages here: it needs the Send Messages permission.']],
      [[], []],
      // Saving refuses this role too.
      [['Discord or an integration assigns this role.'], []],
    ])
  })

  test('pickers get names, categories, colors and what the bot cannot do', async () => {
    const { channel, category, role, searchUrl } = await knownDirectory(admin, { guildId })
    expect(category.map(({ name }) => name)).toEqual(['Talk'])
    expect(channel).toMatchObject([
      {
        name: 'staff',
        note: '',
        blocks: {
          write: { reason: 'The bot cannot send messages here: it needs the Send Messages permission' },
        },
      },
      { name: 'general', note: 'Talk' },
    ])
    expect(channel[1]!.blocks?.write).toBeUndefined()
    expect(role.map(({ name, blocks }) => [name, blocks?.assign?.reason])).toEqual([
      ['Owner', 'This role is above the bot’s highest role'],
      ['Signpost', 'Discord or an integration assigns this role'],
      ['Newcomer', undefined],
    ])
    expect(role[2]!.color).toBe(0x3498db)
    expect(searchUrl).toBe(`/api/guilds/${guildId}/members`)
  })

  test('saving refuses only entries that Discord never allows', async () => {
    const create = (over: Record<string, unknown>) => madeAutomation(admin, guildId, over)
    expect(await refusalOf(() => create(giving(ids.bot)))).toMatchObject({
      code: 'invalid_request',
      issues: [
        {
          path: 'actions.0.config.role_id',
          message: 'Discord or an integration assigns this role. Choose another role.',
        },
      ],
    })
    expect((await refusalOf(() => create(message(ids.category)))).code).toBe('invalid_request')
    const sent = { type: 'SEND_MESSAGE', config: { channel_id: ids.category, content: 'Hi' } }
    const asCommand = () => madeCommand(admin, guildId, { actions: [sent] })
    expect((await refusalOf(asCommand)).code).toBe('invalid_request')
    // A permission can be given later, and an unknown id can be a thread.
    await create(giving(ids.high))
    await create(message(ids.staff))
    await create(message('300000000000000099'))
    const save = (log_channel_id: string) =>
      saveSettings(admin, { guildId, version: 0, settings: { log_channel_id } })
    expect((await refusalOf(() => save(ids.category))).message).toContain('This channel has no messages')
    await save(ids.general)
  })

  test('answers are only saved for forums, and a forum without access has a warning', async () => {
    const denied = { id: ids.bot, type: 0, allow: '0', deny: String(1n << 38n) }
    const forum = { id: ids.staff, name: 'help', type: 15, position: 2, overwrites: [denied] }
    await report('channels', [...channels.slice(0, 2), forum])
    const save = (...ask_forum_channels: string[]) =>
      saveSettings(admin, { guildId, version: 0, settings: { ask_forum_channels } })
    expect(await refusalOf(() => save(ids.staff, ids.general))).toMatchObject({
      issues: [
        {
          path: 'settings.ask_forum_channels',
          message: 'The channel general is not a forum. Choose a forum channel.',
        },
      ],
    })
    const many = Array.from({ length: 11 }, (_, index) => String(300000000000000100n + BigInt(index)))
    expect((await refusalOf(() => save(...many))).message).toBe('Use at most 10 forum channels.')
    const { settings } = await save(ids.staff, ids.staff)
    expect(settings.ask_forum_channels).toEqual([ids.staff])
    const { channel } = await knownDirectory(admin, { guildId })
    expect(channel.map(({ name, blocks }) => [name, blocks?.reply?.reason])).toEqual([
      ['help', 'The bot cannot reply to posts here: it needs the Send Messages in Threads permission'],
      ['general', undefined],
    ])
    await report('channels', channels.slice(0, 2))
    expect(await notices()).toEqual(['The settings of A guild use the deleted channel #help'])
  })

  test('emojis have names, and a deleted emoji causes a notice and is refused', async () => {
    await report('emojis', [{ id: ids.wave, name: 'wave' }])
    const reacting = { actions: [{ id: 'a', type: 'ADD_REACTION', config: { emoji: `wave:${ids.wave}` } }] }
    await madeAutomation(admin, guildId, { name: 'Waves', trigger: onMessage, ...reacting })
    const { emoji } = await knownDirectory(admin, { guildId })
    expect(emoji).toEqual([{ id: ids.wave, name: 'wave', note: '' }])
    const named = await namesIn(admin, { guildId, value: reacting })
    expect(named.emoji).toEqual(emoji)
    await report('emojis', [])
    expect(await notices()).toEqual(['“Waves” in A guild uses the deleted emoji :wave:'])
    const again = () => madeAutomation(admin, guildId, { trigger: onMessage, ...reacting })
    expect((await refusalOf(again)).message).toBe('This emoji was deleted in Discord. Choose another emoji.')
    const typed = [{ id: 'a', type: 'ADD_REACTION', config: { emoji: '👋' } }]
    await madeAutomation(admin, guildId, { trigger: onMessage, actions: typed })
  })

  test('a deleted channel or role causes a notice for each use', async () => {
    await madeAutomation(admin, guildId, { name: 'Greets', ...message(ids.general) })
    const join = [{ type: 'ADD_ROLE', config: { role_id: ids.low } }]
    await madeCommand(admin, guildId, { name: 'join', actions: join })
    await saveSettings(admin, { guildId, version: 0, settings: { log_channel_id: ids.general } })
    expect(await notices()).toEqual([])
    await report('channels', [channels[0]!])
    await report('roles', roles.slice(1))
    expect((await notices()).toSorted()).toEqual([
      '/join in A guild uses the deleted role @Newcomer',
      'The settings of A guild use the deleted channel #general',
      '“Greets” in A guild uses the deleted channel #general',
    ])
    const again = () => madeAutomation(admin, guildId, message(ids.general))
    expect((await refusalOf(again)).message).toContain('was deleted in Discord')
    const { channel, category } = await namesIn(admin, { guildId, value: { channel_id: ids.general } })
    expect({ channel, category }).toMatchObject({
      channel: [{ name: 'general', isDeleted: true }],
      category: [],
    })
  })
})
