import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registerCommands } from '#app/features/commands/registration/register.server.ts'
import { readRegistration, registerEveryGuild } from '#app/features/commands/registration/overview.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anonymous,
  aSnowflake,
  NOON,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { botEnv, discordRest } from '#tests/mocks/discord-rest.ts'
import { registrationTester } from '#tests/support/db/registrations.ts'

const rest = discordRest()
const world = setupServer(...rest.handlers)

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

  const { guildWith, register, state, bend } = registrationTester(() => it)

  const calls = (guildId: string) =>
    rest.asked.filter(({ path }) => path.includes(guildId)).map(({ method }) => method)

  test('with force, Discord is asked, and given ours only where it has something else', async () => {
    const guild = await guildWith('ping', 'hello')
    await register(guild)
    expect(await register(guild, true)).toMatchObject({ changed: false, unchanged: ['hello', 'ping'] })
    expect(calls(guild)).toEqual(['GET', 'PUT', 'GET'])
    const held = rest.commandsOf(guild)
    held.splice(
      0,
      2,
      { ...held[0]!, description: 'Bent' },
      { ...held[1]!, id: aSnowflake(), name: 'foreign' },
    )
    expect(await register(guild)).toMatchObject({ changed: false })
    expect(await register(guild, true)).toMatchObject({
      changed: true,
      created: ['ping'],
      updated: ['hello'],
      deleted: ['foreign'],
    })
    expect(rest.commandsOf(guild).map(({ name }) => name)).toEqual(['hello', 'ping'])
  })

  test('under another application everything is sent anew', async () => {
    const guild = await guildWith('ping')
    await register(guild)
    await bend(guild, { registered: JSON.stringify({ application_id: '1', commands: [] }) })
    rest.commandsOf(guild).length = 0
    expect(await register(guild)).toMatchObject({ changed: true, created: ['ping'] })
  })

  test('every guild has its turn, and one that fails does not keep the next from it', async () => {
    const [closed, open] = [await guildWith('ping'), await guildWith('ping')]
    world.use(...discordRest({ closed: [closed] }).handlers)
    const all = await registerEveryGuild(it.ctx(), { force: false })
    expect(all.find(({ guild_id }) => guild_id === closed)).toMatchObject({ error: { code: 'conflict' } })
    expect(all.find(({ guild_id }) => guild_id === open)).toMatchObject({ changed: true, total: 1 })
    expect(await state(closed)).toMatchObject({
      registered_at: null,
      last_error: { code: 'conflict', at: NOON },
      pending: { created: ['ping'] },
    })
  })

  test('only who may change the guild registers, and only a guild that is here', async () => {
    const guild = await guildWith('ping')
    const manager = it.ctx({ ...userWith('member'), guildIds: [guild] } as never)
    expect(await registerCommands(manager, { guildId: guild })).toMatchObject({ changed: true })
    for (const [actor, status] of [
      [anonymous, 401],
      [userWith('editor'), 403],
    ] as const) {
      expect(await refusalOf(() => registerCommands(it.ctx(actor), { guildId: guild }))).toMatchObject({
        status,
      })
      expect(await refusalOf(() => readRegistration(it.ctx(actor), { guildId: guild }))).toMatchObject({
        status,
      })
    }
    expect(await refusalOf(() => register(aSnowflake()))).toMatchObject({ status: 404 })
  })
})
