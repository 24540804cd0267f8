import { delay, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDiscordClient } from '#app/platform/outside/discord.server.ts'
import type { Refusal } from '#app/errors.ts'
import { presentCommand } from '#app/features/commands/present.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { NOON, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { botEnv, discordRest } from '#tests/mocks/discord-rest.ts'
import { registrationTester } from '#tests/support/db/registrations.ts'

const rest = discordRest()
const world = setupServer(...rest.handlers)
const address = 'https://discord.com/api/v10/applications/:application/guilds/:guild/commands'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    world.listen({ onUnhandledRequest: 'error' })
    it = await openTestApp(engine, botEnv)
    it.app.discord = createDiscordClient(it.app.config, { attempt: 200, wait: 200, call: 1_000 })
  })
  afterAll(async () => {
    world.close()
    await it.close()
  })
  afterEach(() => {
    it.at(NOON)
    world.resetHandlers()
  })

  const { guildWith, register, state, rowOf, change, bend } = registrationTester(() => it)

  test('after an unknown outcome at Discord, the next registration checks first', async () => {
    const guild = await guildWith('ping')
    await register(guild)
    await change(guild, 'ping', { description: 'New' })
    world.use(http.put(address, () => delay('infinite')))
    await refusalOf(() => register(guild))
    world.resetHandlers()
    // Discord took it all the same, and meanwhile the command is again what it was.
    rest.commandsOf(guild)[0]!.description = 'New'
    await change(guild, 'ping', { description: 'Says hello' })
    expect(await register(guild)).toMatchObject({ changed: true, updated: ['ping'] })
    expect(rest.commandsOf(guild)).toMatchObject([{ description: 'Says hello' }])
  })

  test('a command that is changed while Discord is asked does not count as registered', async () => {
    const guild = await guildWith('ping')
    const slow = discordRest()
    world.use(
      http.put(address, async () => void (await change(guild, 'ping', { description: 'Changed meanwhile' }))),
      ...slow.handlers,
    )
    expect(await register(guild)).toMatchObject({ changed: true, created: ['ping'] })
    expect(slow.commandsOf(guild)).toMatchObject([{ description: 'Says hello' }])
    expect(presentCommand(await rowOf(guild, 'ping')).registered).toBe(false)
    expect(await state(guild)).toMatchObject({ pending: { updated: ['ping'] } })
    expect(await register(guild)).toMatchObject({ updated: ['ping'] })
    expect(presentCommand(await rowOf(guild, 'ping')).registered).toBe(true)
  })

  test('a concurrent registration must wait, and a claim of a dead process expires', async () => {
    const guild = await guildWith('ping')
    let second: Promise<Refusal> | undefined
    // The second begins and ends while Discord has not answered the first.
    world.use(http.put(address, async () => void (await (second ??= refusalOf(() => register(guild))))))
    expect(await register(guild)).toMatchObject({ changed: true })
    expect(await second).toMatchObject({ status: 409, code: 'conflict' })
    const puts = rest.asked.filter(({ path, method }) => method === 'PUT' && path.includes(guild))
    expect(puts).toHaveLength(1)

    await bend(guild, { claim: 'ended', claimed_until: '2026-11-21T12:01:00.000Z' })
    expect(await state(guild)).toMatchObject({ running: true })
    expect(await refusalOf(() => register(guild))).toMatchObject({ status: 409 })
    it.at('2026-11-21T12:01:00.000Z')
    expect(await state(guild)).toMatchObject({ running: false })
    expect(await register(guild)).toMatchObject({ changed: false })
  })

  test('whoever took too long writes nothing over the one who came after', async () => {
    const guild = await guildWith('ping')
    world.use(
      http.put(address, async () => {
        await bend(guild, { claim: 'another' })
      }),
      ...discordRest().handlers,
    )
    expect(await refusalOf(() => register(guild))).toMatchObject({ status: 409 })
    expect(await rowOf(guild, 'ping')).toMatchObject({ registered_hash: null })
    expect(await state(guild)).toMatchObject({ running: true, registered_at: null, last_error: null })
  })
})
