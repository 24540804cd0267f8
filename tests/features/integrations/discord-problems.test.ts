import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { connectBot } from '#app/features/bots/bots.server.ts'
import { registerCommands } from '#app/features/commands/registration/register.server.ts'
import { readRegistration } from '#app/features/commands/registration/overview.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { enableIntents, setDelivery } from '#app/features/integrations/bot/change.server.ts'
import { checkBot } from '#app/features/integrations/bot/checks.server.ts'
import { listGuildIntegrations } from '#app/features/integrations/integrations.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild as aDiscordGuild } from '#tests/mocks/fake-discord-world.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aCommand, aGuild, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { shortenTimers } from '#tests/support/hurry.ts'

/** Delay of Discord in milliseconds, which `shortenTimers` divides together with the time limits. */
const delay = (seconds: number) => ({ delay: seconds * 1_000 })
const SENTENCE = 'Discord did not respond in time. Try again later.'
const tooLate = { status: 503, code: 'unavailable', message: SENTENCE, headers: { 'Retry-After': '30' } }

describe.each(engineNames)('%s', (engine) => {
  let discord: FakeDiscord
  let it: TestApp
  let ctx: Context
  let token: string
  beforeEach(async () => {
    discord = await fakeDiscord()
    token = discord.env.DISCORD_BOT_TOKEN
    it = await openTestApp(engine, {
      DISCORD_API_URL: discord.env.DISCORD_API_URL,
      SITE_URL: 'https://signpost.example',
    })
    ctx = it.ctx()
    await connectBot(ctx, { token })
    shortenTimers(20)
  })
  afterEach(async () => {
    await it.close()
    await discord.stop()
  })

  const at = (minute: number) => it.at(`2026-11-21T12:0${minute}:00.000Z`)
  const tokenCheck = async (options = {}) => (await checkBot(ctx, options)).checks[0]
  const bots = () => it.app.db.selectFrom('bots').selectAll().execute()
  async function aServer() {
    const { id } = await aGuild(it)
    discord.guilds.set(id, aDiscordGuild({ id }))
    await aCommand(it, id, { name: 'ping' })
    return id
  }
  const integration = async (guildId: string) =>
    (await listGuildIntegrations(ctx, { guildId })).integrations.find(({ slug }) => slug === 'discord')

  test('a token that Discord checks in five seconds is not stored, and the bot remains', async () => {
    const before = await bots()
    const end = discord.trouble('/applications/@me', delay(5))
    expect(await refusalOf(() => connectBot(ctx, { token }))).toMatchObject(tooLate)
    expect(await bots()).toEqual(before)
    expect(it.app.bot.current()).toMatchObject({ token })
    end()
    expect(await connectBot(ctx, { token })).toMatchObject({ status: 'connected' })
  })

  test('intents and the endpoint stay as they are, and the checks say why', async () => {
    discord.application.flags = 1 << 13
    const end = discord.trouble('/applications/@me', delay(5))
    expect(await refusalOf(() => enableIntents(ctx))).toMatchObject(tooLate)
    // The switches could not be read, so Discord was not asked to replace them.
    expect(discord.callsOf('PATCH', '/applications/@me')).toEqual([])
    expect(await refusalOf(() => setDelivery(ctx, { delivery: 'http' }))).toMatchObject(tooLate)
    const found = `${SENTENCE} Discord last responded on 21 Nov 2026, 12:00 UTC.`
    expect(await tokenCheck()).toMatchObject({ id: 'token', status: 'warning', found })
    end()
    expect(await enableIntents(ctx)).toMatchObject({ delivery: 'http' })
    expect(discord.application.flags & (1 << 13)).toBe(1 << 13)
    expect(await tokenCheck()).toMatchObject({ status: 'ok' })
  })

  test('the page of the bot shows what is known after a second, and then the result', async () => {
    at(1)
    const end = discord.trouble('/applications/@me', delay(3))
    const others = [tokenCheck(), tokenCheck()]
    expect(await Promise.all(others)).toMatchObject([
      { status: 'ok', at: '2026-11-21T12:00:00.000Z' },
      { status: 'ok', at: '2026-11-21T12:00:00.000Z' },
    ])
    await expect.poll(() => tokenCheck(), { interval: 10 }).toMatchObject({ at: '2026-11-21T12:01:00.000Z' })
    expect(discord.callsOf('GET', '/applications/@me')).toHaveLength(2)
    end()

    at(2)
    discord.trouble('/applications/@me', { hang: true })
    expect(await tokenCheck()).toMatchObject({ status: 'ok', at: '2026-11-21T12:01:00.000Z' })
    await expect.poll(() => tokenCheck(), { interval: 10 }).toMatchObject({ status: 'warning' })
  })

  test('a registration of five seconds succeeds, and no page waits for it', async () => {
    const [slow, other] = [await aServer(), await aServer()]
    discord.trouble(({ path }) => path.includes(slow), delay(5), 2)
    let isDone = false
    const registered = registerCommands(ctx, { guildId: slow }).finally(() => (isDone = true))
    await expect.poll(() => readRegistration(ctx, { guildId: slow })).toMatchObject({ running: true })
    expect(await refusalOf(() => registerCommands(ctx, { guildId: slow }))).toMatchObject({ status: 409 })
    expect(await readRegistration(ctx, { guildId: other })).toMatchObject({ running: false })
    expect(await integration(slow)).toMatchObject({ commands: 0, last_error: null })
    expect(isDone).toBe(false)
    const both = [registered, registerCommands(ctx, { guildId: other })]
    expect(await Promise.all(both)).toMatchObject([{ created: ['ping'] }, { created: ['ping'] }])
    expect(await integration(slow)).toMatchObject({ status: 'unknown', commands: 1, last_error: null })
  })

  test('a registration without a response degrades the integration until it succeeds', async () => {
    const guildId = await aServer()
    const end = discord.trouble(({ method }) => method === 'PUT', delay(12))
    expect(await refusalOf(() => registerCommands(ctx, { guildId }))).toMatchObject(tooLate)
    expect(await readRegistration(ctx, { guildId })).toMatchObject({
      ...{ running: false, registered_at: null, pending: { created: ['ping'] } },
      last_error: { code: 'unavailable', message: SENTENCE },
    })
    expect(await integration(guildId)).toMatchObject({
      status: 'degraded',
      last_error: { code: 'unavailable', message: SENTENCE, at: '2026-11-21T12:00:00.000Z' },
    })
    end()
    await registerCommands(ctx, { guildId })
    expect(await integration(guildId)).toMatchObject({ status: 'unknown', commands: 1, last_error: null })
  })

  test('if leaving a server times out, the next attempt leaves it', async () => {
    const id = await aServer()
    const end = discord.trouble(/^\/users\/@me\/guilds/, delay(12))
    expect(await refusalOf(() => setGuildState(ctx, { id, state: 'left' }))).toMatchObject(tooLate)
    expect(await readRegistration(ctx, { guildId: id })).toMatchObject({ pending: { created: ['ping'] } })
    await expect.poll(() => discord.guilds.has(id)).toBe(false)
    end()
    expect(await setGuildState(ctx, { id, state: 'left' })).toMatchObject({ state: 'left' })
  })

  test('a bot whose invitation was revoked degrades the integration, and says what to do', async () => {
    const guildId = await aServer()
    const away = { status: 403, body: { code: 50_001, message: 'Missing Access' } }
    const end = discord.trouble(({ path }) => path.includes(guildId), away)
    const message =
      'Discord does not allow the bot to do this. Add the bot to the server with the applications.commands scope.'
    expect(await refusalOf(() => registerCommands(ctx, { guildId }))).toMatchObject({
      ...{ status: 409, code: 'conflict' },
      message,
    })
    expect(await integration(guildId)).toMatchObject({
      status: 'degraded',
      last_error: { code: 'conflict', message },
    })
    end()
    await registerCommands(ctx, { guildId })
    expect(await integration(guildId)).toMatchObject({ status: 'unknown', last_error: null })
  })

  test('commands that Discord rejects do not degrade the integration', async () => {
    const guildId = await aServer()
    const body = { code: 50_035, message: 'Invalid Form Body', errors: {} }
    discord.trouble(({ method }) => method === 'PUT', { status: 400, body })
    expect(await refusalOf(() => registerCommands(ctx, { guildId }))).toMatchObject({ status: 400 })
    expect(await integration(guildId)).toMatchObject({ status: 'unknown', last_error: null })
  })
})
