import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { controlId } from '#app/features/commands/components.ts'
import { startBot, waitFor, type Bot } from '#tests/support/discord/bot.ts'
import { aDispatch, PLANTED, sentFor } from '#tests/support/discord/gateway-interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aWrittenCommand } from '#tests/support/factories.ts'

/** Longer than the waits of a scenario on a busy machine. */
const PATIENCE = 90_000

const button = { kind: 'button' as const, id: 'more', label: 'More', runs: 'hello' }
const town = { name: 'town', description: 'A town', type: 3, choices: [{ name: 'Bergen', value: 'bergen' }] }

describe.each(engineNames)('interactions over the gateway on %s', (engine) => {
  let bot: Bot
  afterEach(async () => {
    if (bot.hasServer()) bot.server().child.kill('SIGCONT')
    await bot.close()
  })

  /** A bot without a public key: Discord knows no URL of it. */
  async function start() {
    // With the default lease, a server that hangs for some seconds still counts as connected.
    const env = { LOG_LEVEL: 'debug', RUNNER_LEASE_SECONDS: '60' }
    bot = await startBot(engine, { embedded: true, env })
    const written = { options: [{ ...town, autocomplete: true }], components: [button] }
    return aWrittenCommand(bot.it, bot.guild.id, written)
  }
  function use(over: object = {}) {
    const asked = aDispatch(bot.discord, bot.guild.id, over)
    bot.discord.gateway.dispatch('INTERACTION_CREATE', asked)
    return asked.id
  }
  const usesOf = async (id: string) => {
    const row = bot.it.app.db.selectFrom('commands').select('use_count').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).use_count
  }
  const firstOf = (id: string) =>
    waitFor(() => {
      const [first] = sentFor(bot.discord, id)
      expect(first).toBeDefined()
      return first![1] as { type: number; data: Record<string, unknown> }
    })

  test(
    'commands, suggestions, buttons and actions work, and the token stays secret',
    async () => {
      const command = await start()
      await bot.hears()
      const id = use()
      expect(await firstOf(id)).toMatchObject({ type: 4, data: { content: 'Hello!' } })
      const typed = {
        name: 'hello',
        type: 1,
        options: [{ name: 'town', type: 3, value: 'b', focused: true }],
      }
      expect(await firstOf(use({ type: 4, data: typed }))).toEqual({
        type: 8,
        data: { choices: [{ name: 'Bergen', value: 'bergen' }] },
      })
      const pressed = { custom_id: controlId(command.id, 'more'), component_type: 2 }
      expect(await firstOf(use({ type: 3, data: pressed }))).toMatchObject({ type: 7 })
      // The same interaction again, over a new connection to Discord.
      bot.discord.gateway.cut()
      await bot.hears()
      use({ id })
      const actions = [
        { type: 'SEND_MESSAGE' as const, config: { channel_id: bot.channel.id, content: 'Done' } },
      ]
      await aWrittenCommand(bot.it, bot.guild.id, { name: 'act', actions })
      const acts = use({ data: { name: 'act', type: 1 } })
      expect(await firstOf(acts)).toMatchObject({ type: 5 })
      await waitFor(() => expect(bot.discord.callsOf('PATCH', /@original$/)).toHaveLength(1))
      expect(sentFor(bot.discord, id).filter(([call]) => call === 'POST callback')).toHaveLength(1)
      expect(await usesOf(command.id)).toBe(2)
      expect(bot.server().output()).not.toContain(PLANTED)
      const folder = bot.env.DATA_DIR!
      for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue
        const bytes = await readFile(join(file.parentPath, file.name))
        expect(bytes.includes(PLANTED), file.name).toBe(false)
      }
    },
    PATIENCE,
  )

  test(
    'two runners respond once, and users get a message if the service is slow or away',
    async () => {
      const command = await start()
      const runner = await bot.startRunner()
      const both = use()
      expect(await firstOf(both)).toMatchObject({ type: 4, data: { content: 'Hello!' } })
      bot.server().child.kill('SIGSTOP')
      const slow = use()
      expect(await firstOf(slow)).toEqual({ type: 5, data: { flags: 64 } })
      bot.server().child.kill('SIGCONT')
      await waitFor(() =>
        expect(sentFor(bot.discord, slow).map(([call]) => call)).toEqual(
          expect.arrayContaining(['POST callback', 'DELETE @original', 'POST followup']),
        ),
      )
      await bot.killServer()
      const away = await firstOf(use())
      expect(away).toMatchObject({
        type: 4,
        data: { flags: 64, content: expect.stringMatching(/cannot be reached/) },
      })
      await bot.startServer()
      await waitFor(() => expect(runner.said.out + runner.said.err).toContain('reconnected'))
      expect(await firstOf(use())).toMatchObject({ type: 4, data: { content: 'Hello!' } })
      expect(await usesOf(command.id)).toBe(3)
      expect(runner.said.out + runner.said.err).not.toContain(PLANTED)
    },
    PATIENCE,
  )
})
