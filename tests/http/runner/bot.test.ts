import { afterEach, describe, expect, test } from 'vitest'
import { startBot, allSucceed, waitFor, type Bot } from '#tests/support/discord/bot.ts'
import { engineNames } from '#tests/support/engines.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { aUser, newId } from '#tests/mocks/fake-discord-world.ts'

/** Longer than the waits of a scenario on a busy machine. */
const PATIENCE = 90_000

describe.each(engineNames)('one process as a whole bot on %s', (engine) => {
  let bot: Bot
  afterEach(() => bot.close())

  test(
    'new members get a welcome, a role and a webhook, and messages get reactions',
    async () => {
      bot = await startBot(engine, { embedded: true })
      await bot.hears()
      await bot.automation([
        { type: 'SEND_MESSAGE', config: { channel_id: bot.channel.id, content: 'Welcome, {user.mention}!' } },
        { type: 'ADD_ROLE', config: { role_id: bot.role.id, reason: 'New here' } },
        { type: 'CALL_WEBHOOK', config: { url: bot.webhooks.url('/joined') } },
      ])
      await bot.automation([{ type: 'ADD_REACTION', config: { emoji: '👋' } }], {
        name: 'Wave',
        trigger: { events: ['MESSAGE_CREATE'] },
        conditions: { rules: [{ field: 'data.content', op: 'matches', value: '(?i)^hello\\b' }] },
      })
      const { user } = bot.join()
      await allSucceed(bot, 1)
      const [said] = bot.discord.callsOf('POST', `/channels/${bot.channel.id}/messages`)
      expect(said!.body).toMatchObject({ content: `Welcome, <@${user.id}>!`, enforce_nonce: true })
      const [given] = bot.discord.callsOf(
        'PUT',
        `/guilds/${bot.guild.id}/members/${user.id}/roles/${bot.role.id}`,
      )
      expect(given!.headers['x-audit-log-reason']).toBe('New%20here')
      const [called] = bot.webhooks.received
      expect(JSON.parse(called!.body)).toMatchObject({ type: 'MEMBER_JOIN', actor: { id: user.id } })
      expect(called!.headers['idempotency-key']).toBeTruthy()

      const author = aUser()
      for (const content of ['Hello there', 'Goodbye']) {
        bot.discord.addMessage({ channel_id: bot.channel.id, guild_id: bot.guild.id, author, content })
      }
      await allSucceed(bot, 2)
      const reactions = () => bot.discord.callsOf('PUT', /\/reactions\//)
      expect(reactions()).toHaveLength(1)
      // Its own message came back over the gateway, and set nothing off.
      const events = await bot.it.app.db.selectFrom('events').select(['type', 'actor_id']).execute()
      expect(
        events.filter(({ actor_id }) => actor_id === bot.discord.bot.id).map(({ type }) => type),
      ).toContain('MESSAGE_CREATE')
      expect(await bot.runs()).toHaveLength(2)
      const snapshot = await waitFor(() =>
        bot.it.app.db
          .selectFrom('snapshots')
          .selectAll()
          .where('guild_id', '=', bot.guild.id)
          .executeTakeFirstOrThrow(),
      )
      expect(snapshot).toMatchObject({ channel_count: 3, boost_count: 2 })
      // A new post in a chosen forum gets an answer from the published pages.
      const [forum, post] = [newId(), newId()]
      const [guild_id, settings] = [bot.guild.id, { ask_forum_channels: [forum] }]
      await saveSettings(bot.it.ctx(), { guildId: guild_id, version: 0, settings })
      const channel = { id: forum, guild_id, type: 15, name: 'help', parent_id: null }
      bot.discord.gateway.dispatch('CHANNEL_CREATE', channel)
      const title = 'How do I back up the database?'
      const thread = { id: post, guild_id, type: 11, name: title, parent_id: forum, newly_created: true }
      bot.discord.gateway.dispatch('THREAD_CREATE', thread)
      bot.discord.addMessage({ id: post, channel_id: post, guild_id, author, content: 'I use SQLite.' })
      const [reply] = await waitFor(() => {
        const calls = bot.discord.callsOf('POST', `/channels/${post}/messages`)
        expect(calls).toHaveLength(1)
        return calls
      })
      expect(reply!.body).toMatchObject({
        content: expect.stringMatching(/^\*\*\[Backups: /),
        allowed_mentions: { parse: [], users: [] },
      })
    },
    PATIENCE,
  )

  test(
    'SIGTERM ends it with 0 when the jobs in hand are done',
    async () => {
      bot = await startBot(engine, { embedded: true })
      await bot.hears()
      await bot.automation([{ type: 'CALL_WEBHOOK', config: { url: bot.webhooks.url('/slow') } }])
      bot.webhooks.reply('/slow', { hang: true })
      bot.join()
      await waitFor(() => expect(bot.webhooks.received).toHaveLength(1))
      bot.webhooks.reply('/slow', {})
      const stopped = bot.server().stop()
      expect(await stopped).toBe(0)
      await bot.startServer()
      await allSucceed(bot, 1)
    },
    PATIENCE,
  )
})
