import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Actor } from '#app/access.ts'
import { openApp } from '#app/app.server.ts'
import { contextFor } from '#app/context.server.ts'
import { listAudit } from '#app/features/audit/audit.server.ts'
import { connectBot, disconnectBot, readBot, requireBot } from '#app/features/bots/bots.server.ts'
import { identifyBot } from '#app/features/bots/refresh.server.ts'
import { openCurrentBot } from '#app/features/bots/current-bot.server.ts'
import { connectBotInput } from '#app/features/bots/schema.ts'
import { encrypt } from '#app/platform/security/encryption.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anonymous,
  aUser,
  keyOf,
  openTestApp,
  refusalOf,
  runner,
  type TestApp,
  userWith,
} from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let discord: FakeDiscord
  let it: TestApp
  let token: string
  const opened: { close(): Promise<void> }[] = []

  /** Opens the service with this Discord, and with nothing else of it in the environment. */
  const open = async (env: Record<string, string> = {}) => {
    it = await openTestApp(engine, { DISCORD_API_URL: discord.env.DISCORD_API_URL, ...env })
    opened.push(it)
    const { id } = await aUser(it, { role: 'owner' })
    return it.ctx({ ...userWith('owner'), userId: id } as Actor)
  }
  /** Opens a second instance on the same stores. */
  const second = async (env: object = {}) => {
    const app = await openApp({ ...it.app.config, ...env }, { content: false })
    opened.push(app)
    return app
  }
  beforeEach(async () => {
    discord = await fakeDiscord()
    token = discord.env.DISCORD_BOT_TOKEN
  })
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
    await discord.stop()
  })
  const rows = () => it.app.db.selectFrom('bots').selectAll().execute()

  test('a token connects the bot, with everything else read from Discord', async () => {
    const ctx = await open()
    expect(await readBot(ctx)).toMatchObject({ status: 'none', source: null })
    const bot = await connectBot(ctx, { token })
    expect(bot).toMatchObject({
      status: 'connected',
      source: 'database',
      application_id: discord.env.DISCORD_APPLICATION_ID,
      name: discord.application.name,
      connected_by: 'Ada',
    })
    expect(it.app.bot.current()).toMatchObject({
      token,
      userId: discord.bot.id,
      publicKey: discord.application.verify_key,
    })
    expect(it.app.bot.application().publicKey).toBe(discord.application.verify_key)
    const [row] = await rows()
    const { entries } = await listAudit(ctx, { limit: 9, offset: 0, sort: 'at', direction: 'desc' } as never)
    expect(entries[0]).toMatchObject({ action: 'bot.connected', target: { kind: 'bot', name: row!.name } })
    for (const text of [JSON.stringify(bot), JSON.stringify(row), JSON.stringify(entries)])
      expect(text).not.toContain(token)
  })

  test('a token pasted as in the Authorization header is accepted', () => {
    for (const token of ['a.b.c', ' Bot a.b.c\n', 'bot  a.b.c', 'Bot.b.c'])
      expect(connectBotInput.parse({ token }).token).toBe(token === 'Bot.b.c' ? token : 'a.b.c')
  })

  test('a rejected token is an error of the field, and stores nothing', async () => {
    const ctx = await open()
    const refusal = await refusalOf(() => connectBot(ctx, { token: 'a.wrong.token' }))
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'token' }] })
    expect(refusal.message).toContain('Discord rejected this token')
    expect(await rows()).toEqual([])
    expect(connectBotInput.safeParse({ token: 'half.a token' }).success).toBe(false)
    expect(connectBotInput.safeParse({ token: 'Bot ' }).success).toBe(false)
  })

  test.each([
    ['DISCORD_APPLICATION_ID', '900000000000000009'],
    ['DISCORD_PUBLIC_KEY', 'cd'.repeat(32)],
  ])('a token of another application than %s is refused', async (name, value) => {
    const ctx = await open({ [name]: value })
    const refusal = await refusalOf(() => connectBot(ctx, { token }))
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'token' }] })
    expect(refusal.message).toContain(name)
    expect(await rows()).toEqual([])
  })

  test('while Discord is down, nothing changes', async () => {
    const ctx = await open()
    await connectBot(ctx, { token })
    const before = await rows()
    discord.trouble('/applications/@me', { status: 502 })
    const refusal = await refusalOf(() => connectBot(ctx, { token }))
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable', headers: { 'Retry-After': '30' } })
    expect(await rows()).toEqual(before)
  })

  test('a token that cannot be decrypted asks for the token again', async () => {
    const ctx = await open()
    await connectBot(ctx, { token })
    const sealed = encrypt('another secret of another installation', 'bot token', token)
    await it.app.db.updateTable('bots').set({ token: sealed }).execute()
    await it.app.bot.reload()
    expect(it.app.bot.current()).toBeNull()
    const bot = await readBot(ctx)
    expect(bot).toMatchObject({ status: 'unreadable', name: discord.application.name })
    expect(bot.problem).toContain('Enter the token again')
    expect(await connectBot(ctx, { token })).toMatchObject({ status: 'connected', problem: null })
  })

  test('the environment takes precedence, and needs only the token', async () => {
    const ctx = await open()
    await connectBot(ctx, { token })
    const app = await second({ discordBotToken: `${token}x` })
    const other = contextFor(app, userWith('owner'))
    expect(await readBot(other)).toMatchObject({ status: 'unidentified', source: 'environment' })
    for (const call of [() => connectBot(other, { token }), () => disconnectBot(other)])
      expect(await refusalOf(call)).toMatchObject({ status: 409 })
    discord.trouble((call) => call.headers.authorization === `Bot ${token}x`, {
      status: 200,
      body: { id: '900000000000000008', name: 'Other', verify_key: 'cd'.repeat(32) },
    })
    expect(await requireBot(other)).toMatchObject({
      applicationId: '900000000000000008',
      publicKey: 'cd'.repeat(32),
      source: 'environment',
    })
    expect(await readBot(ctx)).toMatchObject({ application_id: discord.env.DISCORD_APPLICATION_ID })
    // A known application without an icon can be read again.
    await identifyBot(other)
    // The next start knows the application without Discord.
    const again = await second({ discordBotToken: `${token}x` })
    expect(again.bot.current()).toMatchObject({ applicationId: '900000000000000008', name: 'Other' })
  })

  test('variables of another application disable the stored bot and say so', async () => {
    const ctx = await open()
    await connectBot(ctx, { token })
    const app = await second({ discordApplicationId: '900000000000000009' })
    expect(app.bot.current()).toBeNull()
    const bot = await readBot(contextFor(app, userWith('owner')))
    expect(bot).toMatchObject({ status: 'other_application' })
    expect(bot.problem).toContain('DISCORD_APPLICATION_ID')
  })

  test('disconnecting deletes the token, and happens once', async () => {
    const ctx = await open()
    await connectBot(ctx, { token })
    expect(await disconnectBot(ctx)).toMatchObject({ status: 'none' })
    expect(it.app.bot.current()).toBeNull()
    expect(await rows()).toEqual([])
    expect(await refusalOf(() => disconnectBot(ctx))).toMatchObject({ status: 404 })
  })

  test('other instances use a changed bot within a second, without a restart', async () => {
    const ctx = await open()
    const { signals } = await second()
    // Signals in memory stay in a process, so the second instance shares them with the first here.
    const shared = engine.includes('redis') ? signals : it.app.signals
    const there = await openCurrentBot({ ...it.app, signals: shared })
    const changes: (string | null)[] = []
    there.onChange(() => changes.push(there.current()?.token ?? null))
    await vi.waitFor(
      async () => {
        await connectBot(ctx, { token })
        await vi.waitFor(() => expect(there.current()?.token).toBe(token), { timeout: 900, interval: 10 })
      },
      { timeout: 5_000, interval: 10 },
    )
    await disconnectBot(ctx)
    await vi.waitFor(() => expect(there.current()).toBeNull(), { timeout: 900, interval: 10 })
    expect(changes).toEqual([token, null])
    there.close()
  })

  test('after two quick changes, every reader has the last one', async () => {
    const ctx = await open()
    await connectBot(ctx, { token })
    await Promise.all([it.app.bot.reload(), disconnectBot(ctx), it.app.bot.reload()])
    expect(it.app.bot.current()).toBeNull()
    const both = await Promise.all([connectBot(ctx, { token }), connectBot(ctx, { token })])
    expect(both.map(({ status }) => status)).toEqual(['connected', 'connected'])
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    userWith('admin'),
    userWith('editor'),
    { ...userWith('member'), guildIds: ['1'] },
    keyOf('1'),
    runner(),
    anonymous,
  ])('only owners can read, connect and disconnect the bot: $kind $role', async (actor) => {
    await open()
    const ctx = it.ctx(actor)
    for (const call of [() => readBot(ctx), () => connectBot(ctx, { token }), () => disconnectBot(ctx)])
      expect([401, 403]).toContain((await refusalOf(call)).status)
    expect(discord.calls).toEqual([])
  })

  test('connecting and disconnecting require a recent proof of identity', async () => {
    const ctx = await open()
    await connectBot(ctx, { token })
    it.at('2026-11-21T12:11:00.000Z')
    for (const call of [() => connectBot(ctx, { token }), () => disconnectBot(ctx)])
      expect(await refusalOf(call)).toMatchObject({ status: 403, code: 'proof_required' })
    expect(await readBot(ctx)).toMatchObject({ status: 'connected' })
    expect(await disconnectBot(it.ctx())).toMatchObject({ status: 'none' })
  })
})
