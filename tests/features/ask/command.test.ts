import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { askFromDiscord } from '#app/features/ask/command.server.ts'
import { readRegistration } from '#app/features/commands/registration/overview.server.ts'
import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import { createAnswerQueue } from '#app/features/interactions/answer-queue.server.ts'
import { reportInteraction } from '#app/features/interactions/report-interaction.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { aModel, says, sends, type FakeModel } from '#tests/mocks/fake-model.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { APPLICATION, used } from '#tests/support/discord/payloads.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aGuild,
  aSnowflake,
  discord,
  openTestApp,
  runner,
  type TestApp,
} from '#tests/support/factories.ts'

const BACKUP = 'How do I back up the database?'
const OTHER = 'How do I reset my iPhone password?'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let withModel: TestApp
  let model: FakeModel
  beforeAll(async () => {
    model = await aModel()
    it = await openTestApp(engine, { DISCORD_APPLICATION_ID: APPLICATION, RATE_LIMITS: 'on' })
    withModel = await openTestApp(engine, { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'fake' })
  })
  beforeEach(() => void (model.asked.length = 0))
  afterAll(async () => {
    await it.close()
    await withModel.close()
    await model.close()
  })
  const { eventsOf } = interactionTester(() => it)

  async function guildThatAsks(app = it, ask_command = true) {
    const { id } = await aGuild(app)
    await saveSettings(app.ctx(), { guildId: id, version: 0, settings: { ask_command } })
    return id
  }
  const asks = (guild: string, question: unknown = BACKUP, over = {}) =>
    used(guild, { name: 'ask', options: [{ name: 'question', type: 3, value: question }] }, over)
  const answer = (asked: ReturnType<typeof used>, app = it) =>
    answerInteraction(app.ctx(discord), asked, { builtIn: askFromDiscord })
  const told = async (...given: Parameters<typeof answer>) => (await answer(...given)).data!

  test('a question is answered with a quote and links to the pages', async () => {
    const guild = await guildThatAsks()
    const { type, data } = await answer(asks(guild))
    const { content, ...rest } = data as { content: string }
    expect([type, rest]).toEqual([4, { allowed_mentions: { parse: [] } }])
    expect(content).toContain('> How do I back up the database?\n**[Backups: Back up the database](<http')
    expect(content).toContain('npm run -s signpost -- backup')
    expect(content).toContain('\nOther pages:\n- [')
    expect(content.length).toBeLessThanOrEqual(2_000)
    expect(await eventsOf(guild)).toMatchObject([
      { type: 'COMMAND_USE', data: { command: 'ask', failed: false } },
    ])
    expect(JSON.stringify(await eventsOf(guild))).not.toContain('database')
  })

  test('a runner gets the same answer as a signed request', async () => {
    const asked = asks(await guildThatAsks())
    const queue = createAnswerQueue(it.app, askFromDiscord)
    const first = await reportInteraction(it.ctx(runner()), asked, queue)
    expect(await answer(asked)).toEqual(first)
    expect(await eventsOf(asked.guild_id!)).toHaveLength(1)
  })

  test('other questions get the nearest pages, which only the asker sees', async () => {
    const guild = await guildThatAsks()
    const { content, flags } = await told(asks(guild, OTHER))
    expect(flags).toBe(64)
    expect(content).toMatch(/^\*\*Not covered here\.\*\* /)
    expect(content).toContain('/search?q=How+do+I+reset+my+iPhone+password%3F>)')
    expect((await told(asks(guild, 'hello'))).content).toContain('Ask about one thing')
    for (const empty of ['', '  ', 7, null])
      expect((await told(asks(guild, empty))).content).toBe('Enter a question.')
  })

  test('text of the question cannot format the answer, and long questions are cut', async () => {
    const guild = await guildThatAsks()
    const evil = `back up the database [here](https://evil.example) @everyone\n# Big <@1> ${'x '.repeat(400)}`
    const { content } = (await told(asks(guild, evil))) as { content: string }
    expect(content).not.toMatch(/\]\(https:\/\/evil|\n#|<@1>/)
    expect(content.length).toBeLessThanOrEqual(2_000)
  })

  test('the command is off by default, and off with the commands module', async () => {
    const { id } = await aGuild(it)
    expect((await told(asks(id))).content).toBe('This command is disabled.')
    const modules = { commands: false }
    await saveSettings(it.ctx(), { guildId: id, version: 0, settings: { ask_command: true, modules } })
    expect((await told(asks(id))).content).toBe('Commands are disabled in this server.')
    expect((await told(asks('999999999999999999'))).content).toBe('This command is disabled.')
  })

  test('an enabled command named ask has priority, in Discord and in registrations', async () => {
    const guild = await guildThatAsks()
    const pending = async () => (await readRegistration(it.ctx(), { guildId: guild })).pending.created
    expect(await pending()).toEqual(['ask'])
    const { id } = await aCommand(it, guild, { name: 'ask' })
    expect(await pending()).toEqual(['ask'])
    expect((await told(asks(guild))).content).toBe('Hello!')
    await it.app.db.updateTable('commands').set({ enabled: 0 }).where('id', '=', id).execute()
    expect(await pending()).toEqual(['ask'])
    expect((await told(asks(guild))).content).toContain('Back up the database')
    await saveSettings(it.ctx(), { guildId: guild, version: 1, settings: { ask_command: false } })
    expect(await pending()).toEqual([])
  })

  test('a member can ask 20 questions a minute in each server, and a server 60', async () => {
    const [guild, other] = [await guildThatAsks(), await guildThatAsks()]
    const users = Array.from({ length: 5 }, () => aSnowflake())
    const by = (user: number, at = guild) =>
      asks(at, OTHER, { member: { user: { id: users[user], username: 'a' }, permissions: '0' } })
    for (let user = 1; user <= 3; user++)
      for (let count = 0; count < 20; count++)
        expect((await told(by(user))).content, `${user} ${count}`).toContain('Not covered')
    expect((await told(by(1))).content).toMatch(/^You have asked too many questions\. Try again in /)
    // Another server's runner cannot use up the questions of a person here.
    expect((await told(by(1, other))).content).toContain('Not covered')
    expect((await told(by(4))).content).toMatch(/^This server has asked too many questions\. Try again in /)
    expect((await told(by(4, other))).content).toContain('Not covered')
  })

  test('a model’s answer follows later, with only the pages as links', async () => {
    model.answers(says('Run `backup` [1]. See ', '[this](https://evil.example) or https://evil.example'))
    const guild = await guildThatAsks(withModel)
    const asked = asks(guild)
    expect(await answer(asked, withModel)).toEqual({ type: 5 })
    const row = () =>
      withModel.app.db
        .selectFrom('deferred_answers')
        .selectAll()
        .where('interaction_id', '=', asked.id)
        .executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await row()).ready).toBe(1))
    const { content, allowed_mentions } = JSON.parse((await row()).message) as Record<string, string>
    expect(allowed_mentions).toEqual({ parse: [] })
    expect(content).toContain('Run `backup` [1]. See [this] or evil.example')
    expect(content).toContain('Sources:\n[1] [Backups: Back up the database](<http')
    expect(content).not.toContain('[2]')
    expect(await answer(asks(guild, OTHER), withModel)).toMatchObject({ type: 4, data: { flags: 64 } })
    expect(model.asked).toHaveLength(1)
  })

  test('if the model fails, the quote follows', async () => {
    model.answers(sends('nonsense'))
    const asked = asks(await guildThatAsks(withModel))
    await answer(asked, withModel)
    const row = withModel.app.db
      .selectFrom('deferred_answers')
      .selectAll()
      .where('interaction_id', '=', asked.id)
    await vi.waitFor(async () => expect((await row.executeTakeFirstOrThrow()).ready).toBe(1))
    expect((await row.executeTakeFirstOrThrow()).message).toContain('npm run -s signpost -- backup')
  })
})
