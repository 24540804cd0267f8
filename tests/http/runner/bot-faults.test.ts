import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startBot, allSucceed, waitFor, type Bot } from '#tests/support/discord/bot.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aNetwork } from '#tests/support/http/network.ts'

/** Longer than the waits of a scenario on a busy machine. */
const PATIENCE = 150_000
const SOME = 12
/** What the steps of a welcome call at Discord. */
const STEPS = /^\/(channels|guilds\/\d+\/members)\//

type Member = ReturnType<Bot['join']>

/** One bot goes through all scenarios; what a scenario has killed and not started again, the next one starts. */
describe.each(engineNames)('what is killed or cut on %s', (engine) => {
  let bot: Bot
  let network: Awaited<ReturnType<typeof aNetwork>>
  let isNew = true
  /** Who has joined, in all scenarios so far. */
  let members: Member[] = []

  /** A bot that welcomes whoever joins in three steps; Discord takes its time. */
  async function open() {
    bot = await startBot(engine)
    network = await aNetwork(bot.port)
    members = []
    bot.discord.trouble(STEPS, { delay: 150 })
    await bot.automation([
      { type: 'SEND_MESSAGE', config: { channel_id: bot.channel.id, content: 'Welcome, {user.mention}!' } },
      { type: 'ADD_ROLE', config: { role_id: bot.role.id } },
      { type: 'CALL_WEBHOOK', config: { url: bot.webhooks.url('/joined') } },
    ])
  }
  async function close() {
    await bot.close()
    await network.close()
  }

  beforeEach(async () => {
    if (isNew) await open()
    isNew = false
    if (!bot.hasServer()) await bot.startServer()
    if (!bot.hasRunner()) await startRunner()
  })
  // What one that failed leaves is nothing to go on with.
  afterEach(async ({ task }) => {
    isNew = task.result?.state === 'fail'
    if (isNew) await close()
  })
  afterAll(async () => {
    if (!isNew) await close()
  })

  const startRunner = () => bot.startRunner(`ws://127.0.0.1:${network.port}`)

  /** Everybody was welcomed by one message, and the webhook can tell repeated calls by their key. */
  async function everybodyIsWelcome() {
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

  function someJoin(count = SOME) {
    for (let index = 0; index < count; index += 1) members.push(bot.join())
  }
  const underWay = () =>
    waitFor(async () => expect((await bot.jobs()).some(({ state }) => state === 'running')).toBe(true))

  test(
    'after a runner is killed, the next does its jobs and hears what it missed',
    async () => {
      someJoin()
      await underWay()
      await bot.killRunner()
      someJoin(3)
      await startRunner()
      await everybodyIsWelcome()
    },
    PATIENCE,
  )

  test(
    'after a server is killed, its runner continues its jobs and nothing is lost',
    async () => {
      someJoin()
      await underWay()
      await bot.killServer()
      someJoin(3)
      await bot.startServer()
      await everybodyIsWelcome()
    },
    PATIENCE,
  )

  test(
    'both are killed: what was taken in is done all the same',
    async () => {
      someJoin()
      await underWay()
      await Promise.all([bot.killServer(), bot.killRunner()])
      await bot.startServer()
      await startRunner()
      await everybodyIsWelcome()
    },
    PATIENCE,
  )

  test(
    'after a network cut longer than a lease, late reports are ignored',
    async () => {
      const isLost = () =>
        bot.it.app.db.selectFrom('job_attempts').select('id').where('outcome', '=', 'lost').execute()
      const lostBefore = (await isLost()).length
      // No job ends between the look and the cut.
      const makeFast = bot.discord.trouble(STEPS, { delay: 1_000 })
      someJoin()
      await underWay()
      network.cut()
      makeFast()
      someJoin(3)
      await waitFor(async () => expect((await isLost()).length).toBeGreaterThan(lostBefore))
      network.mend()
      await everybodyIsWelcome()
    },
    PATIENCE,
  )

  test(
    'after a gateway cut, the runner resumes and welcomes everybody who joined',
    async () => {
      someJoin(3)
      bot.discord.gateway.cut()
      someJoin(3)
      await everybodyIsWelcome()
    },
    PATIENCE,
  )
})
