import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnswerQueue } from '#app/features/interactions/answer-queue.server.ts'
import { reportInteraction } from '#app/features/interactions/report-interaction.server.ts'
import { deferralFor, interactionTypes, type Interaction } from '#app/features/interactions/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aGuild,
  anInteraction,
  aSnowflake,
  discord,
  openTestApp,
  refusalOf,
  runner,
  type TestApp,
} from '#tests/support/factories.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'

const APPLICATION = '900000000000000001'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine, { DISCORD_APPLICATION_ID: APPLICATION })))
  afterAll(() => it.close())
  const { answer, usesOf } = interactionTester(() => it)

  const use = (guild: string, over: Partial<Interaction> = {}) => ({
    ...anInteraction(guild),
    application_id: APPLICATION,
    ...over,
  })
  const report = (asked: Interaction, by = runner()) =>
    reportInteraction(it.ctx(by), asked, createAnswerQueue(it.app))

  test('a reported interaction gets the response of a signed interaction, once', async () => {
    const { id } = await aGuild(it)
    const command = await aCommand(it, id)
    const asked = use(id)
    const [first, second] = await Promise.all([report(asked), report(asked, runner(id, 'bbbbbbbb'))])
    expect(first).toMatchObject({ type: 4, data: { content: 'Hello!' } })
    expect([second, await answer(asked), await report(asked)]).toEqual([first, first, first])
    expect(await usesOf(command.id)).toBe(1)
  })

  test('direct messages and unknown guilds get the same response as signed interactions', async () => {
    const { guild_id: _, ...direct } = use('', { context: 1 })
    expect(await report(direct)).toEqual(await answer({ ...direct, id: aSnowflake() }))
    const strange = use(aSnowflake())
    expect(await report(strange)).toEqual(await answer({ ...strange, id: aSnowflake() }))
  })

  test('a runner for one guild reports that guild only, and only our application counts', async () => {
    const [own, other] = [await aGuild(it), await aGuild(it)]
    const command = await aCommand(it, other.id)
    const refused = [
      await refusalOf(() => report(use(other.id), runner(own.id))),
      await refusalOf(() => report(use(other.id, { application_id: '900000000000000009' }))),
      await refusalOf(() => report(use(other.id), discord)),
    ]
    expect(refused.map(({ code }) => code)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    expect(await usesOf(command.id)).toBe(0)
  })

  test('an id that was reported for another guild first does not show its response', async () => {
    const [own, other] = [await aGuild(it), await aGuild(it)]
    await aCommand(it, own.id, { content: 'Planted' })
    await aCommand(it, other.id, { content: 'Ours' })
    const guessed = use(own.id)
    expect(await report(guessed, runner(own.id))).toMatchObject({ data: { content: 'Planted' } })
    expect(await report(use(other.id, { id: guessed.id }))).toMatchObject({ data: { content: 'Ours' } })
  })

  test('a batch with the same id in two guilds gives each guild its own response', async () => {
    const [own, other] = [await aGuild(it), await aGuild(it)]
    await aCommand(it, own.id, { content: 'Planted', ephemeral: true })
    await aCommand(it, other.id, { content: 'Ours' })
    const guessed = use(own.id)
    const asked = [guessed, use(other.id, { id: guessed.id }), guessed]
    const respond = createAnswerQueue(it.app)
    const planned: string[][] = asked.map(() => [])
    const responses = await Promise.all(
      asked.map((one, index) => respond(one, (response) => void planned[index]!.push(deferralFor(response)))),
    )
    const contents = ['Planted', 'Ours', 'Planted'].map((content) => ({ data: { content } }))
    expect(responses).toMatchObject(contents)
    expect(planned).toEqual([['ephemeral'], ['public'], ['ephemeral']])
  })

  test('before anything is stored, the queue says how each response can be deferred', async () => {
    const { id } = await aGuild(it)
    await aCommand(it, id, { name: 'all' })
    await aCommand(it, id, { name: 'own', ephemeral: true })
    const respond = createAnswerQueue(it.app)
    const planned: Record<string, string> = {}
    await Promise.all(
      ['all', 'own'].map((name) => {
        const asked = { ...use(id), data: { name, type: 1 } }
        return respond(asked, (response) => void (planned[name] = deferralFor(response)))
      }),
    )
    expect(planned).toEqual({ all: 'public', own: 'ephemeral' })
    expect([5, 6, 7, 8, 9].map((type) => deferralFor({ type }))).toEqual([
      'public',
      'update',
      'update',
      'none',
      'none',
    ])
    const suggestions = await report(use(id, { type: interactionTypes.autocomplete }))
    expect(suggestions).toEqual({ type: 8, data: { choices: [] } })
  })
})

test('without a bot, interactions of runners are refused', async () => {
  const it = await openTestApp(engineNames[0]!)
  const refusal = await refusalOf(() =>
    reportInteraction(it.ctx(runner()), anInteraction(aSnowflake()), createAnswerQueue(it.app)),
  )
  expect(refusal).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('No bot is connected'),
  })
  await it.close()
})
