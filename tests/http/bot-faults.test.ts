import { afterEach, describe, expect, test } from 'vitest'
import { aBot, allSucceed, soon, type Bot } from '#tests/support/discord/bot.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aNetwork } from '#tests/support/http/network.ts'

/** Longer than the waits of a scenario on a busy machine. */
const PATIENCE = 150_000
const SOME = 12

describe.each(engineNames)('what is killed or cut on %s', (engine) => {
  let bot: Bot
  let undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    await bot.close()
    for (const step of undo) await step()
    undo = []
  })

  /** A bot with a runner of its own that welcomes whoever joins in three steps; Discord takes its time. */
  async function welcoming() {
    bot = await aBot(engine)
    bot.discord.trouble(/^\/(channels|guilds\/\d+\/members)\//, { delay: 150 })
    await bot.automation([
      { type: 'SEND_MESSAGE', config: { channel_id: bot.channel.id, content: 'Welcome, {user.mention}!' } },
      { type: 'ADD_ROLE', config: { role_id: bot.role.id } },
      { type: 'CALL_WEBHOOK', config: { url: bot.webhooks.url('/joined') } },
    ])
  }

  /** Everybody was welcomed by one message, and the webhook can tell repeated calls by their key. */
  async function everybodyIsWelcome(members: { user: { id: string } }[]) {
    await allSucceed(bot, members.length)
    const own = bot.discord.messages.filter(({ author }) => author.id === bot.discord.bot.id)
    expect(own.map(({ content }) => content).sort()).toEqual(
      members.map(({ user }) => `Welcome, <@${user.id}>!`).sort(),
    )
    const keys = new Set(bot.webhooks.received.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(members.length)
    const joined = await bot.it.app.db
      .selectFrom('events')
      .select('actor_id')
      .where('type', '=', 'MEMBER_JOIN')
      .execute()
    expect(joined.map(({ actor_id }) => actor_id).sort()).toEqual(members.map(({ user }) => user.id).sort())
  }

  const someJoin = (count = SOME) => Array.from({ length: count }, () => bot.join())
  const underWay = () =>
    soon(async () => expect((await bot.jobs()).some(({ state }) => state === 'running')).toBe(true))

  test(
    'after a runner is killed, the next does its jobs and hears what it missed',
    async () => {
      await welcoming()
      await bot.startRunner()
      const before = someJoin()
      await underWay()
      await bot.killRunner()
      const meanwhile = someJoin(3)
      await bot.startRunner()
      await everybodyIsWelcome([...before, ...meanwhile])
    },
    PATIENCE,
  )

  test(
    'after a server is killed, its runner continues its jobs and nothing is lost',
    async () => {
      await welcoming()
      await bot.startRunner()
      const before = someJoin()
      await underWay()
      await bot.killServer()
      const meanwhile = someJoin(3)
      await bot.startServer()
      await everybodyIsWelcome([...before, ...meanwhile])
    },
    PATIENCE,
  )

  test(
    'both are killed: what was taken in is done all the same',
    async () => {
      await welcoming()
      await bot.startRunner()
      const members = someJoin()
      await underWay()
      await Promise.all([bot.killServer(), bot.killRunner()])
      await bot.startServer()
      await bot.startRunner()
      await everybodyIsWelcome(members)
    },
    PATIENCE,
  )

  test(
    'after a network cut longer than a lease, late reports are ignored',
    async () => {
      await welcoming()
      const network = await aNetwork(bot.port)
      undo.push(network.close)
      await bot.startRunner(`ws://127.0.0.1:${network.port}`)
      const before = someJoin()
      await underWay()
      network.cut()
      const meanwhile = someJoin(3)
      const isLost = () =>
        bot.it.app.db.selectFrom('job_attempts').select('id').where('outcome', '=', 'lost').execute()
      await soon(async () => expect((await isLost()).length).toBeGreaterThan(0))
      network.mend()
      await everybodyIsWelcome([...before, ...meanwhile])
    },
    PATIENCE,
  )

  test(
    'after a gateway cut, the runner resumes and welcomes everybody who joined',
    async () => {
      await welcoming()
      await bot.startRunner()
      const before = someJoin(3)
      bot.discord.gateway.cut()
      const meanwhile = someJoin(3)
      await everybodyIsWelcome([...before, ...meanwhile])
    },
    PATIENCE,
  )
})
