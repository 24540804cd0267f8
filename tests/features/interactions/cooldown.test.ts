import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { purgeCooldowns } from '#app/features/interactions/usage.server.ts'
import { answerInteractions } from '#app/features/interactions/interactions.server.ts'
import { EPHEMERAL } from '#app/features/interactions/schema.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  aWrittenCommand,
  discord,
  keyOf,
  NOON,
  openTestApp,
  type TestApp,
} from '#tests/support/factories.ts'
import { ada, grace, used } from '#tests/support/discord/payloads.ts'

const after = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString()
const by = (user: typeof ada) => ({ member: { user, permissions: '0' } })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))
  const { answer, told, usesOf } = interactionTester(() => it)
  const report = async (guild: string) => (await reportStats(it.ctx(keyOf(guild)), { days: 1 })).totals

  test('each user waits after a use and is told until when, and refusals are not counted', async () => {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id, { cooldown_seconds: 30 })
    expect((await told(used(id, {}, by(ada))))?.content).toBe('Hello!')
    expect(await told(used(id, {}, by(ada)))).toEqual({
      content: `You can use this command again <t:${Date.parse(after(30)) / 1000}:R>.`,
      flags: EPHEMERAL,
      allowed_mentions: { parse: [] },
    })
    expect((await told(used(id, {}, by(grace))))?.content).toBe('Hello!')
    expect(await usesOf(command.id)).toBe(2)
    expect(await report(id)).toMatchObject({ command_count: 2, total_events: 2 })
    it.at(after(29))
    expect((await told(used(id, {}, by(ada))))?.content).toMatch(/again/)
    it.at(after(30))
    expect((await told(used(id, {}, by(ada))))?.content).toBe('Hello!')
  })

  test('of uses that race, one goes through for each user', async () => {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id, { cooldown_seconds: 30 })
    const users = [ada, grace, ada, grace, ada, grace]
    const contents = await Promise.all(
      users.map(async (user) => (await told(used(id, {}, by(user))))?.content),
    )
    expect(contents.filter((content) => content === 'Hello!')).toHaveLength(2)
    expect(await usesOf(command.id)).toBe(2)
  })

  test('batches that race over the same users in any order do not deadlock', async () => {
    const { id } = await aGuild(it)
    const commands = await Promise.all(
      ['one', 'two', 'three'].map((name) => aWrittenCommand(it, id, { name, cooldown_seconds: 30 })),
    )
    const batch = () =>
      commands
        .flatMap(({ name }) => [used(id, { name }, by(ada)), used(id, { name }, by(grace))])
        .toSorted((one, other) => one.id.localeCompare(other.id))
    const all = await Promise.all(
      Array.from({ length: 8 }, () => answerInteractions(it.ctx(discord), batch())),
    )
    const through = all.flat().filter(({ data }) => data?.content === 'Hello!')
    expect(through).toHaveLength(6)
    for (const { id } of commands) expect(await usesOf(id)).toBe(2)
  })

  test('a repeat of a use gets the same response, refused or not', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id, { cooldown_seconds: 30 })
    const [ran, refused] = [used(id), used(id)]
    const first = [await answer(ran), await answer(refused)]
    it.at(after(60))
    expect([await answer(ran), await answer(refused)]).toEqual(first)
    expect((await report(id)).command_count).toBe(1)
  })

  test('cooldowns that are over are deleted, others stay', async () => {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id, { cooldown_seconds: 30 })
    await answer(used(id, {}, by(ada)))
    it.at(after(10))
    await answer(used(id, {}, by(grace)))
    it.at(after(30))
    await purgeCooldowns(it.ctx())
    const rows = it.app.db
      .selectFrom('command_cooldowns')
      .select('user_id')
      .where('command_id', '=', command.id)
    expect(await rows.execute()).toEqual([{ user_id: grace.id }])
  })

  test('a batch of interactions gets a response each, and copies get the same one', async () => {
    const { id } = await aGuild(it)
    const { id: other } = await aGuild(it)
    const command = await aWrittenCommand(it, id)
    await aWrittenCommand(it, other, { name: 'other', response: { content: 'Other' } })
    const first = used(id)
    const known = used(id)
    await answer(known)
    const list = [
      first,
      used(other, { name: 'other' }),
      used(id, { name: 'nothing' }),
      first,
      known,
      { id: '1', type: 1 },
    ]
    const given = await answerInteractions(it.ctx(discord), list)
    expect(given.map(({ type, data }) => data?.content ?? type)).toEqual([
      'Hello!',
      'Other',
      'This command does not exist.',
      'Hello!',
      'Hello!',
      1,
    ])
    expect(await usesOf(command.id)).toBe(2)
    expect([(await report(id)).command_count, (await report(other)).command_count]).toEqual([2, 1])
  })
})
