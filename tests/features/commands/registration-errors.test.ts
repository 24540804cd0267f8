import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BotState } from '#app/features/bots/current-bot.server.ts'
import { createDiscordClient } from '#app/platform/outside/discord.server.ts'
import { presentCommand } from '#app/features/commands/present.server.ts'
import { registerCommands } from '#app/features/commands/registration/register.server.ts'
import { registerEveryGuild } from '#app/features/commands/registration/overview.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { NOON, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { botEnv, discordRest } from '#tests/mocks/discord-rest.ts'
import { registrationTester } from '#tests/support/db/registrations.ts'

const rest = discordRest()
const world = setupServer(...rest.handlers)
const address = 'https://discord.com/api/v10/applications/:application/guilds/:guild/commands'
const says = (status: number, body: object, headers = {}) => [
  http.put(address, () => HttpResponse.json(body as Record<string, string>, { status, headers })),
]

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

  const { guildWith, register, state, rowOf, change } = registrationTester(() => it)

  test.each([
    ['a wrong token', 503, says(401, { message: '401: Unauthorized', code: 0 })],
    ['a closed guild', 409, says(403, { message: 'Missing Access', code: 50001 })],
    ['a strange guild', 409, says(404, { message: 'Unknown Guild', code: 10004 })],
    ['a long wait', 503, says(429, { message: 'slow down', retry_after: 60 }, { 'Retry-After': '60' })],
    ['an outage', 503, says(500, { message: 'oops' })],
    ['silence', 503, [http.put(address, () => delay('infinite'))]],
    ['no network', 503, [http.put(address, () => HttpResponse.error())]],
  ])(
    'after %s nothing is registered, the reason is given and the next one succeeds',
    async (_, status, handlers) => {
      const guild = await guildWith('ping')
      world.use(...handlers)
      const refusal = await refusalOf(() => register(guild))
      expect(refusal).toMatchObject({ status })
      const { message, code } = refusal
      expect(await state(guild)).toMatchObject({
        registered_at: null,
        total: 0,
        running: false,
        last_error: { code, message, at: NOON },
        pending: { created: ['ping'] },
      })
      expect(presentCommand(await rowOf(guild, 'ping')).registered).toBe(false)
      const kept = await it.app.db.selectFrom('command_registrations').selectAll().execute()
      expect(JSON.stringify(kept)).not.toContain('secret-of-tests')
      world.resetHandlers()
      expect(await register(guild)).toMatchObject({ changed: true, total: 1 })
      expect(await state(guild)).toMatchObject({ last_error: null, pending: { created: [] } })
    },
  )

  test('a short wait that Discord asks for is waited out', async () => {
    const guild = await guildWith('ping')
    const wait = () => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '0.1' } })
    world.use(http.put(address, wait, { once: true }))
    expect(await register(guild)).toMatchObject({ changed: true })
  })

  test('what Discord does not take is named by command and place', async () => {
    const guild = await guildWith('bad name', 'fine')
    const refusal = await refusalOf(() => register(guild))
    expect(refusal).toMatchObject({
      status: 400,
      issues: [{ path: 'commands.bad name.name', message: 'Command name is invalid' }],
    })
    expect(refusal.message).toContain('bad name')
    expect((await state(guild)).last_error).toMatchObject({
      code: 'invalid_request',
      message: refusal.message,
    })
  })

  test('what goes beyond the limits is not sent', async () => {
    const guild = await guildWith(...Array.from({ length: 101 }, (_, index) => `c${index}`))
    const before = rest.asked.length
    expect(await refusalOf(() => register(guild))).toMatchObject({
      status: 400,
      issues: [{ path: 'commands' }],
    })
    const long = await guildWith('long')
    const option = {
      type: 3,
      name: 'o',
      description: 'd'.repeat(90),
      choices: [{ name: 'n'.repeat(90), value: 'v' }],
    }
    await change(long, 'long', { options: JSON.stringify(Array.from({ length: 50 }, () => option)) })
    expect(await refusalOf(() => register(long))).toMatchObject({
      status: 400,
      issues: [{ path: 'commands.long' }],
    })
    expect(rest.asked.length).toBe(before)
  })

  test('without an application it says what to set, asks nobody and holds nothing up', async () => {
    const guild = await guildWith('ping')
    const none: BotState = { status: 'none', bot: null, row: null }
    const bare = { ...it.ctx(), bot: { ...it.app.bot, current: () => null, state: () => none } }
    for (const call of [
      () => registerCommands(bare, { guildId: guild }),
      () => registerEveryGuild(bare, { force: false }),
    ]) {
      const refusal = await refusalOf(call)
      expect(refusal).toMatchObject({ status: 503, code: 'unavailable' })
      expect(refusal.message).toContain('DISCORD_BOT_TOKEN')
    }
    expect(await register(guild)).toMatchObject({ changed: true })
  })
})
