import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/access.ts'
import { listAutomations } from '#app/features/automations/automations.server.ts'
import { listCommands } from '#app/features/commands/manage.server.ts'
import { createPartBuffer } from '#app/features/directory/parts.ts'
import { recordDirectory } from '#app/features/directory/report.server.ts'
import { directoryMessages } from '#app/features/directory/schema.ts'
import { readQuickStart, startQuickly } from '#app/features/setup/quick-start.server.ts'
import { botEnv, discordRest } from '#tests/mocks/discord-rest.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aGuild,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  system,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const rest = discordRest()
const world = setupServer(...rest.handlers)
const channel_id = '300000000000000002'
const bot = { id: '900000000000000002', roles: [] }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    world.listen({ onUnhandledRequest: 'error' })
    it = await openTestApp(engine, botEnv)
  })
  afterAll(async () => {
    world.close()
    await it.close()
  })
  afterEach(() => world.resetHandlers())

  const start = (guildId: string, over: object = {}, actor: Actor = system) =>
    startQuickly(it.ctx(actor), { guildId, content: 'Hi {user.name}', channel_id, hello: true, ...over })
  const suggested = (guildId: string, actor: Actor = system) => readQuickStart(it.ctx(actor), { guildId })
  async function itemsOf(guildId: string) {
    const page = { guildId, limit: 10, offset: 0 }
    const { automations } = await listAutomations(it.ctx(), page)
    const { commands } = await listCommands(it.ctx(), page)
    return { automations, commands }
  }

  const report = (id: string, over: object) => {
    const frame = { guild_id: id, rev: Date.parse(NOON), part: 1, of: 1, ...over }
    const parts = createPartBuffer()
    return recordDirectory(it.ctx(runner()), { frame: directoryMessages.directory.parse(frame), parts })
  }
  const reportRoles = (id: string) => {
    const everyone = { id, name: '@everyone', position: 0, permissions: '3072' }
    return report(id, { kind: 'roles', items: [everyone], bot })
  }
  const denyWriting = (id: string) => [{ id, type: 0, allow: '0', deny: '2048' }]

  test('the greeting and the command are created once, and the command is registered', async () => {
    const { id } = await aGuild(it)
    const outcomes = await Promise.allSettled([start(id), start(id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(() => start(id))).toMatchObject({ status: 409 })
    const { automations, commands } = await itemsOf(id)
    expect(automations).toMatchObject([
      {
        name: 'Welcome new members',
        enabled: true,
        trigger: { events: ['MEMBER_JOIN'] },
        actions: [{ type: 'SEND_MESSAGE', config: { channel_id, content: 'Hi {user.name}' } }],
      },
    ])
    expect(commands).toMatchObject([{ name: 'hello', enabled: true, registered: true }])
    expect(rest.commandsOf(id)).toMatchObject([{ name: 'hello' }])
    expect(await suggested(id)).toBeNull()
  })

  test('only the greeting is created on request, and nothing beside an existing command', async () => {
    const { id } = await aGuild(it)
    expect(await start(id, { hello: false })).toMatchObject({ command: null, problem: null })
    expect(await itemsOf(id)).toMatchObject({ automations: [{}], commands: [] })
    expect(rest.asked.filter(({ path }) => path.includes(id))).toEqual([])
    const other = await aGuild(it)
    await aCommand(it, other.id)
    expect(await refusalOf(() => start(other.id))).toMatchObject({ status: 409 })
    expect((await itemsOf(other.id)).automations).toEqual([])
  })

  test('managers of other guilds and readers are refused', async () => {
    const { id } = await aGuild(it)
    const manager = { ...userWith('member'), guildIds: ['100000000000000009'] } as Actor
    const reader = { ...userWith('member'), guildIds: [id], readOnly: true } as Actor
    for (const actor of [manager, reader])
      expect(await refusalOf(() => start(id, {}, actor))).toMatchObject({ status: 403 })
    expect(await itemsOf(id)).toEqual({ automations: [], commands: [] })
    expect(await refusalOf(() => suggested(id, manager))).toMatchObject({ status: 403 })
    expect(await suggested(id, reader)).toBeNull()
  })

  test('if Discord refuses the registration, the items stay and the reason is returned', async () => {
    const { id } = await aGuild(it)
    const commandsAt = 'https://discord.com/api/v10/applications/:application/guilds/:guild/commands'
    world.use(
      http.put(commandsAt, () =>
        HttpResponse.json({ message: 'Missing Access', code: 50001 }, { status: 403 }),
      ),
    )
    const { problem } = await start(id)
    expect(problem).toMatch(/Discord|bot/)
    expect(await itemsOf(id)).toMatchObject({
      automations: [{ enabled: true }],
      commands: [{ name: 'hello', registered: false }],
    })
  })

  test('the result lists why the greeting cannot arrive as written', async () => {
    const { id } = await aGuild(it)
    const items = [{ id: channel_id, name: 'rules', type: 0, position: 0, overwrites: denyWriting(id) }]
    await report(id, { kind: 'channels', items })
    await reportRoles(id)
    const { forecast } = await start(id, { content: 'Welcome to {guild.nam}', hello: false })
    const message = expect.stringMatching(
      /^\{guild\.nam\} is not a placeholder.* Send Messages permission\.$/,
    ) as string
    expect(forecast).toEqual({ failing: 0, total: 1, issues: [{ path: 'actions.0.type', message }] })
    const other = await aGuild(it)
    expect((await start(other.id, { hello: false })).forecast.issues).toEqual([])
  })

  test('a text channel is suggested where the bot can write and new members can read', async () => {
    const { id } = await aGuild(it)
    expect(await suggested(id)).toMatchObject({ channel_id: '', isReported: false })
    const onlyBot = [
      { id, type: 0, allow: '0', deny: '1024' },
      { id: bot.id, type: 1, allow: '1024', deny: '0' },
    ]
    const items = [
      { id: '300000000000000001', name: 'rules', type: 0, position: 0, overwrites: denyWriting(id) },
      { id: '300000000000000004', name: 'mod-log', type: 0, position: 1, overwrites: onlyBot },
      { id: channel_id, name: 'general', type: 0, position: 2 },
      { id: '300000000000000003', name: 'Lounge', type: 2, position: 3 },
    ]
    const welcome = { id: '300000000000000005', name: 'welcome-desk', type: 0, position: 4 }
    await report(id, { kind: 'channels', items })
    await reportRoles(id)
    expect(await suggested(id)).toMatchObject({ channel_id, isReported: true })
    const later = { rev: Date.parse(NOON) + 1 }
    await report(id, { kind: 'channels', items: [...items, welcome], ...later })
    expect(await suggested(id)).toMatchObject({ channel_id: welcome.id })
    await report(id, { kind: 'channels', items: [items[1]], rev: later.rev + 1 })
    expect(await suggested(id)).toMatchObject({ channel_id: items[1]!.id })
  })
})
