import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { presentCommand } from '#app/features/commands/present.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aCommand, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { botEnv, discordRest } from '#tests/mocks/discord-rest.ts'
import { registrationTester } from '#tests/support/db/registrations.ts'

const rest = discordRest()
const world = setupServer(...rest.handlers)
const later = '2026-11-21T12:05:00.000Z'
const nothing = { created: [], updated: [], deleted: [], unchanged: [] }

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
  afterEach(() => {
    it.at(NOON)
    world.resetHandlers()
  })

  const { guildWith, register, state, rowOf, change, remove } = registrationTester(() => it)

  const calls = (guildId: string) =>
    rest.asked.filter(({ path }) => path.includes(guildId)).map(({ method }) => method)
  const audit = (guildId: string) =>
    it.app.db
      .selectFrom('audit')
      .selectAll()
      .where('target_id', '=', guildId)
      .where('action', '=', 'commands.registered')
      .execute()

  test('the first registration asks what is there, then sends everything that is enabled', async () => {
    const guild = await guildWith('ping', 'hello')
    await aCommand(it, guild, { name: 'off', enabled: false })
    expect(await register(guild)).toEqual({
      ...nothing,
      guild_id: guild,
      changed: true,
      created: ['hello', 'ping'],
      registered_at: NOON,
      total: 2,
    })
    expect(calls(guild)).toEqual(['GET', 'PUT'])
    const [hello, ping] = rest.commandsOf(guild)
    expect([hello, ping]).toMatchObject([{ name: 'hello' }, { name: 'ping' }])
    expect(await rowOf(guild, 'hello')).toMatchObject({ discord_command_id: hello!.id, registered_at: NOON })
    expect(presentCommand(await rowOf(guild, 'hello')).registered).toBe(true)
    expect(presentCommand(await rowOf(guild, 'off'))).toMatchObject({
      registered: false,
      discord_command_id: null,
    })
  })

  test('what Discord has already is not sent, and nobody is asked', async () => {
    const guild = await guildWith('ping')
    await register(guild)
    it.at(later)
    const again = await register(guild)
    expect(again).toMatchObject({
      ...nothing,
      changed: false,
      unchanged: ['ping'],
      registered_at: NOON,
      total: 1,
    })
    expect(calls(guild)).toEqual(['GET', 'PUT'])
    expect(await audit(guild)).toHaveLength(1)
  })

  test('a change says what became of each command, and is in the audit log', async () => {
    const guild = await guildWith('stays', 'changes', 'goes', 'sleeps')
    await register(guild)
    const { discord_command_id: id } = await rowOf(guild, 'changes')
    await change(guild, 'changes', { description: 'Something else' })
    await change(guild, 'sleeps', { enabled: 0 })
    await remove(guild, 'goes')
    await aCommand(it, guild, { name: 'comes' })
    expect(presentCommand(await rowOf(guild, 'changes')).registered).toBe(false)
    const pending = { created: ['comes'], updated: ['changes'], deleted: ['goes', 'sleeps'] }
    expect(await state(guild)).toMatchObject({ pending, total: 4 })
    it.at(later)
    expect(await register(guild)).toMatchObject({ ...pending, changed: true, unchanged: ['stays'], total: 3 })
    expect(calls(guild)).toEqual(['GET', 'PUT', 'PUT'])
    expect(await rowOf(guild, 'changes')).toMatchObject({ discord_command_id: id, registered_at: later })
    expect(await rowOf(guild, 'stays')).toMatchObject({ registered_at: NOON })
    expect(await rowOf(guild, 'sleeps')).toMatchObject({ discord_command_id: null, registered_hash: null })
    const [, row] = await audit(guild)
    expect(row).toMatchObject({ action: 'commands.registered', actor_kind: 'system', at: later })
    expect(JSON.parse(row!.details)).toEqual({ ...pending, unchanged: 1 })
  })

  test('what only the answer says is no change for Discord', async () => {
    const guild = await guildWith('ping')
    await register(guild)
    await change(guild, 'ping', { response: '{}', ephemeral: 1, cooldown_seconds: 9 })
    expect(await register(guild)).toMatchObject({ changed: false })
    expect(presentCommand(await rowOf(guild, 'ping')).registered).toBe(true)
  })

  test('a command that was deleted and made again alike is known by what was sent', async () => {
    const guild = await guildWith('ping')
    await register(guild)
    const { discord_command_id } = await rowOf(guild, 'ping')
    await remove(guild, 'ping')
    await aCommand(it, guild, { name: 'ping' })
    expect(await register(guild)).toMatchObject({ changed: false })
    expect(await rowOf(guild, 'ping')).toMatchObject({ discord_command_id, registered_at: NOON })
    expect(calls(guild)).toEqual(['GET', 'PUT'])
  })

  test('a guild without commands registers the empty set', async () => {
    const guild = await guildWith('ping')
    await register(guild)
    await change(guild, 'ping', { enabled: 0 })
    expect(await register(guild)).toMatchObject({ changed: true, deleted: ['ping'], total: 0 })
    expect(rest.commandsOf(guild)).toEqual([])
    expect(rest.asked.at(-1)).toMatchObject({ method: 'PUT', body: [] })
  })
})
