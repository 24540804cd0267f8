import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectBot, disconnectBot } from '#app/features/bots/bots.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild } from '#tests/mocks/fake-discord-world.ts'
import { waitFor } from '#tests/support/discord/bot.ts'
import { engineNames, openEngine, type Engine } from '#tests/support/engines.ts'
import { secondInstance, type SecondInstance } from '#tests/support/http/second-instance.ts'
import { startServer, type RunningServer } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 90_000 })

describe.each(engineNames)('%s', (name) => {
  let discord: FakeDiscord
  let engine: Engine
  let it: SecondInstance
  let server: RunningServer
  beforeAll(async () => {
    discord = await fakeDiscord({ guilds: [aGuild()], heartbeatMs: 5_000 })
    engine = await openEngine(name)
    const env = { ...engine.env, DISCORD_API_URL: discord.env.DISCORD_API_URL }
    it = await secondInstance(env)
    server = await startServer(env)
  })
  afterAll(async () => {
    await server.stop()
    await it.close()
    await discord.stop()
    await engine.remove()
  })

  test('the runner of a running server follows the bot, without a restart', async () => {
    const { DISCORD_BOT_TOKEN: token } = discord.env
    const health = await fetch(`${server.url}/api/health`)
    expect(health.status).toBe(200)
    expect(discord.gateway.tries()).toBe(0)
    await connectBot(it.ctx(), { token })
    await waitFor(() => expect(discord.gateway.connected()).toBe(true))
    const interaction = () => fetch(`${server.url}/api/discord/interactions`, { method: 'POST', body: '{}' })
    expect((await interaction()).status).toBe(401)

    await disconnectBot(it.ctx())
    await waitFor(() => expect(discord.gateway.connected()).toBe(false))
    await waitFor(async () => expect((await interaction()).status).toBe(503))

    // Two quick changes: what runs in the end is what was connected last.
    await connectBot(it.ctx(), { token })
    await disconnectBot(it.ctx())
    await connectBot(it.ctx(), { token })
    await waitFor(() => expect(discord.gateway.connected()).toBe(true))
  })
})
