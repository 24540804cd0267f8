import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { inviteUrl } from '#app/features/actions/permissions.ts'
import { connectBot } from '#app/features/bots/bots.server.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { enableIntents, setDelivery } from '#app/features/integrations/bot/change.server.ts'
import { checkBot } from '#app/features/integrations/bot/checks.server.ts'
import type { BotCheckId } from '#app/features/integrations/bot/schema.ts'
import { recordHeartbeat } from '#app/features/integrations/heartbeat.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { endpointRefused } from '#tests/mocks/fake-discord-application.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild as aDiscordGuild } from '#tests/mocks/fake-discord-world.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aGuild,
  aSnapshot,
  openTestApp,
  refusalOf,
  runner,
  type TestApp,
  userWith,
} from '#tests/support/factories.ts'

const SITE_URL = 'https://signpost.example'
const ours = `${SITE_URL}/api/discord/interactions`

describe.each(engineNames)('%s', (engine) => {
  let discord: FakeDiscord
  let it: TestApp
  let ctx: Context
  beforeEach(async () => {
    discord = await fakeDiscord()
    it = await openTestApp(engine, { DISCORD_API_URL: discord.env.DISCORD_API_URL, SITE_URL })
    ctx = it.ctx()
    await connectBot(ctx, { token: discord.env.DISCORD_BOT_TOKEN })
  })
  afterEach(async () => {
    await it.close()
    await discord.stop()
  })

  /** Returns one check after Discord was asked again. */
  async function checked(id: BotCheckId) {
    const { checks } = await checkBot(ctx, { force: true })
    return checks.find((one) => one.id === id)!
  }
  const calls = () => discord.callsOf('GET', '/applications/@me').length

  test('each check says what it found, when, and how to fix it', async () => {
    const { checks, delivery, invite_url } = await checkBot(ctx)
    expect(checks.map(({ id, status }) => [id, status])).toEqual([
      ['token', 'ok'],
      ['intents', 'failed'],
      ['delivery', 'ok'],
      ['gateway', 'waiting'],
      ['invite', 'ok'],
      ['server', 'waiting'],
      ['commands', 'waiting'],
      ['event', 'waiting'],
      ['command', 'waiting'],
      ['growth', 'ok'],
    ])
    expect(checks.every(({ status, fix }) => (status === 'ok') === (fix === null))).toBe(true)
    expect(delivery).toBe('gateway')
    expect(invite_url).toBe(inviteUrl(discord.env.DISCORD_APPLICATION_ID))
    expect(new URL(invite_url!).searchParams.get('permissions')).toBe('1409018063942')
  })

  test('activity in a server passes the other checks', async () => {
    const guild = await aGuild(it)
    discord.guilds.set(guild.id, aDiscordGuild({ id: guild.id }))
    const command = await aCommand(it, guild.id)
    expect(await checked('server')).toMatchObject({ status: 'ok' })
    await recordHeartbeat(ctx, guild.id, 'discord-gateway')
    const used = ctx.now().toISOString()
    await it.app.db.updateTable('commands').set({ last_used_at: used }).where('id', '=', command.id).execute()
    expect(await checked('event')).toMatchObject({ status: 'ok', at: used })
    expect(await checked('command')).toMatchObject({ status: 'ok', at: used })
  })

  test('the demo server does not count as a server of the bot', async () => {
    await seedDemo(ctx)
    await recordHeartbeat(ctx, DEMO_GUILD.id, 'discord-gateway')
    const demo = it.app.db.updateTable('commands').set({ last_used_at: ctx.now().toISOString() })
    await demo.where('guild_id', '=', DEMO_GUILD.id).execute()
    const { checks } = await checkBot(ctx)
    const statusOf = (id: BotCheckId) => checks.find((one) => one.id === id)!
    for (const id of ['server', 'commands', 'event', 'command'] as const)
      expect(statusOf(id).status, id).toBe('waiting')
    expect(statusOf('growth').found).toBe('No members have been counted yet.')
  })

  test('intents are enabled at Discord, and other switches stay', async () => {
    discord.application.flags = (1 << 13) | (1 << 18) | (1 << 23)
    expect(await checked('intents')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('Not enabled: Server Members Intent.'),
      fix: expect.stringContaining('Select “Enable intents”'),
    })
    expect(await enableIntents(ctx)).toMatchObject({ bot: { status: 'connected' } })
    expect(discord.application.flags).toBe((1 << 13) | (1 << 15) | (1 << 18) | (1 << 23))
    expect(await checked('intents')).toMatchObject({ status: 'ok' })
  })

  test('intents that Discord does not enable are a conflict with a link to follow', async () => {
    const { flags, ...answer } = { flags: 0, id: discord.env.DISCORD_APPLICATION_ID, name: 'Bot' }
    discord.trouble((call) => call.method === 'PATCH', {
      status: 200,
      body: { ...answer, flags, verify_key: discord.application.verify_key },
    })
    const refusal = await refusalOf(() => enableIntents(ctx))
    expect(refusal).toMatchObject({ status: 409 })
    expect(refusal.message).toContain('Server Members Intent and Message Content Intent')
  })

  test('the endpoint is set, cleared, and a foreign one is a conflict', async () => {
    expect(await setDelivery(ctx, { delivery: 'http' })).toMatchObject({ delivery: 'http' })
    expect(discord.application.endpoint).toBe(ours)
    discord.application.endpoint = 'https://other.example/interactions'
    expect(await checked('delivery')).toMatchObject({ status: 'failed' })
    expect(await setDelivery(ctx, { delivery: 'gateway' })).toMatchObject({ delivery: 'gateway' })
    expect(discord.application.endpoint).toBeNull()
    discord.trouble((call) => call.method === 'PATCH', endpointRefused)
    const refusal = await refusalOf(() => setDelivery(ctx, { delivery: 'http' }))
    expect(refusal).toMatchObject({ status: 400 })
    expect(refusal.message).toContain('could not be verified')
  })

  test('Discord is asked once in 30 seconds, and an outage keeps its last response', async () => {
    const before = calls()
    await Promise.all([checkBot(ctx), checkBot(ctx)])
    expect(calls()).toBe(before)
    it.at('2026-11-21T12:01:00.000Z')
    const end = discord.trouble('/applications/@me', { status: 502 })
    const { checks } = await checkBot(ctx)
    expect(checks[0]).toMatchObject({ id: 'token', status: 'warning', at: '2026-11-21T12:01:00.000Z' })
    expect(checks.find(({ id }) => id === 'delivery')).toMatchObject({
      status: 'ok',
      at: '2026-11-21T12:00:00.000Z',
    })
    end()
    expect(await checked('token')).toMatchObject({ status: 'ok' })
  })

  test('while Discord is down for an hour, the checks say when it last responded', async () => {
    const end = discord.trouble(/./, { status: 503 })
    for (const at of ['12:01', '12:30', '13:00']) {
      it.at(`2026-11-21T${at}:00.000Z`)
      const { bot, checks } = await checkBot(ctx)
      expect(bot.status).toBe('connected')
      expect(checks[0]).toMatchObject({
        id: 'token',
        status: 'warning',
        found: 'Discord returned 503. Try again later. Discord last responded on 21 Nov 2026, 12:00 UTC.',
      })
    }
    end()
    it.at('2026-11-21T13:01:00.000Z')
    expect((await checkBot(ctx)).checks[0]).toMatchObject({ id: 'token', status: 'ok' })
  })

  test('a token that Discord rejects is not tried again without a request', async () => {
    discord.trouble('/applications/@me', { status: 401, body: { message: '401: Unauthorized', code: 0 } })
    expect(await checked('token')).toMatchObject({ status: 'failed', fix: expect.stringContaining('Reset') })
    const before = calls()
    it.at('2026-11-21T13:00:00.000Z')
    const { checks } = await checkBot(ctx)
    expect(checks[0]).toMatchObject({ id: 'token', status: 'failed' })
    expect(calls()).toBe(before)
  })

  test('a code grant fails the invite check, and many members cause a warning', async () => {
    discord.application.bot_require_code_grant = true
    expect(await checked('invite')).toMatchObject({ status: 'failed' })
    const { id } = await aGuild(it)
    await recordSnapshot(it.ctx(runner()), aSnapshot(id, { member_count: 9_000 }))
    expect(await checked('growth')).toMatchObject({ status: 'warning' })
  })

  test.each(['admin', 'editor', 'member'] as const)('a user with the role %s is refused', async (role) => {
    const other = it.ctx(userWith(role))
    for (const call of [
      () => checkBot(other),
      () => enableIntents(other),
      () => setDelivery(other, { delivery: 'gateway' }),
    ])
      expect((await refusalOf(call)).status).toBe(403)
  })
})
