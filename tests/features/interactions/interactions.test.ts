import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import {
  responseTypes,
  interactionTypes,
  EPHEMERAL,
  interaction,
  type Interaction,
} from '#app/features/interactions/schema.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aGuild,
  anInteraction,
  anonymous,
  aSnowflake,
  discord,
  keyOf,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const silent = { parse: [] }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const answer = (asked: Interaction) => answerInteraction(it.ctx(discord), asked)
  const report = (guild: string) => reportStats(it.ctx(keyOf(guild)), { days: 1 })
  const uses = async (id: string) =>
    it.app.db
      .selectFrom('commands')
      .select(['use_count', 'last_used_at'])
      .where('id', '=', id)
      .executeTakeFirst()

  test('PING is answered with PONG, every time, and nothing is stored', async () => {
    const ping = { id: aSnowflake(), type: interactionTypes.ping }
    expect(await answer(ping)).toEqual({ type: 1 })
    expect(await answer(ping)).toEqual({ type: 1 })
    const rows = it.app.db.selectFrom('interactions').select('id').where('id', '=', ping.id)
    expect(await rows.execute()).toEqual([])
  })

  test('a command is answered with its text, filled in, and mentions nobody', async () => {
    const { id } = await aGuild(it)
    await aCommand(it, id, {
      content: 'Hi {user.mention} ({user.name}, {user.id}) in {channel.mention} of {guild.id}',
    })
    expect(await answer(anInteraction(id))).toEqual({
      type: responseTypes.message,
      data: { content: `Hi <@100> (Ada, 100) in <#500> of ${id}`, allowed_mentions: silent },
    })
  })

  test('what a user typed is never read as a template', async () => {
    const { id } = await aGuild(it)
    await aCommand(it, id, { content: '{user.mention} says {option.text}' })
    const options = [{ name: 'text', type: 3, value: '{user.mention} {option.text} $& $1' }]
    const { data } = await answer(anInteraction(id, { options }))
    expect(data?.content).toBe('<@100> says {user.mention} {option.text} $& $1')
  })

  test('a command that whispers or has an embed says so', async () => {
    const { id } = await aGuild(it)
    await aCommand(it, id, { ephemeral: true, content: null, embed: { title: 'Rules' } })
    expect((await answer(anInteraction(id))).data).toEqual({
      embeds: [{ title: 'Rules' }],
      flags: EPHEMERAL,
      allowed_mentions: silent,
    })
  })

  test('an answer is never longer than Discord takes', async () => {
    const { id } = await aGuild(it)
    await aCommand(it, id, { content: '{option.text}{option.text}' })
    const options = [{ name: 'text', type: 3, value: 'x'.repeat(1_500) }]
    expect((await answer(anInteraction(id, { options }))).data?.content).toBe('x'.repeat(2_000))
  })

  test.each(['an unknown', 'a disabled', 'another guild’s'])(
    '%s command answers the asker only',
    async (which) => {
      const { id } = await aGuild(it)
      const owner = which === 'another guild’s' ? (await aGuild(it)).id : id
      const command = await aCommand(it, owner, { enabled: which !== 'a disabled' })
      const asked = anInteraction(id, { name: which === 'an unknown' ? 'other' : 'hello' })
      const { type, data } = await answer(asked)
      expect({ type, flags: data?.flags, mentions: data?.allowed_mentions }).toEqual({
        type: responseTypes.message,
        flags: EPHEMERAL,
        mentions: silent,
      })
      expect(await uses(command.id)).toEqual({ use_count: 0, last_used_at: null })
      expect((await report(id)).totals.command_count).toBe(0)
    },
  )

  test('every use of a command is counted, and seen in the statistics', async () => {
    const { id } = await aGuild(it)
    const command = await aCommand(it, id)
    for (let round = 0; round < 3; round++) await answer(anInteraction(id))
    const { totals, top_commands } = await report(id)
    expect(totals).toMatchObject({ command_count: 3, command_error_count: 0, total_events: 3 })
    expect(top_commands).toEqual([{ name: 'hello', use_count: 3, error_count: 0 }])
    expect(await uses(command.id)).toEqual({ use_count: 3, last_used_at: it.ctx().now().toISOString() })
  })

  test('a repeated id gets the first response again, whatever changed, and counts once', async () => {
    const { id } = await aGuild(it)
    const command = await aCommand(it, id, { content: 'first' })
    const asked = anInteraction(id)
    const first = await answer(asked)
    await it.app.db
      .updateTable('commands')
      .set({ response: JSON.stringify({ type: 'message', content: 'second', embed: null }) })
      .where('id', '=', command.id)
      .execute()
    expect(await answer(asked)).toEqual(first)
    expect((await answer(anInteraction(id))).data?.content).toBe('second')
    expect(await uses(command.id)).toMatchObject({ use_count: 2 })
    expect((await report(id)).totals.command_count).toBe(2)
  })

  test('concurrent copies of one id all get the same response and count once', async () => {
    const { id } = await aGuild(it)
    const command = await aCommand(it, id)
    const asked = anInteraction(id)
    const given = await Promise.all(Array.from({ length: 5 }, () => answer(asked)))
    expect(new Set(given.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(given[0]).toMatchObject({ data: { content: 'Hello!' } })
    expect(await uses(command.id)).toMatchObject({ use_count: 1 })
    expect((await report(id)).totals).toMatchObject({ command_count: 1, total_events: 1 })
  })

  test('uses outside a server and stale controls and forms get an ephemeral response', async () => {
    const { id } = await aGuild(it)
    const { guild_id: _, ...outside } = anInteraction(id)
    const whispers = [
      outside,
      anInteraction(id, { type: interactionTypes.component }),
      anInteraction(id, { type: interactionTypes.modal }),
    ]
    for (const asked of whispers) {
      expect(await answer({ ...asked, id: aSnowflake() })).toMatchObject({
        type: responseTypes.message,
        data: { flags: EPHEMERAL, allowed_mentions: silent },
      })
    }
    expect(await answer(anInteraction(id, { type: interactionTypes.autocomplete }))).toEqual({
      type: responseTypes.autocomplete,
      data: { choices: [] },
    })
  })

  test('only Discord has interactions answered', async () => {
    const { id } = await aGuild(it)
    for (const actor of [userWith('owner'), keyOf(id), anonymous]) {
      const refusal = await refusalOf(() => answerInteraction(it.ctx(actor), anInteraction(id)))
      expect(refusal.status).toBe(actor.kind === 'anonymous' ? 401 : 403)
    }
  })
})

test('unknown fields from Discord are accepted, and a missing id or type is refused', () => {
  const asked = { ...anInteraction(aSnowflake()), entitlements: [], version: 1 }
  expect(interaction.safeParse(asked).success).toBe(true)
  for (const part of [{ id: undefined }, { type: undefined }, { id: '' }, { type: 'command' }]) {
    expect(interaction.safeParse({ ...asked, ...part }).success).toBe(false)
  }
})
