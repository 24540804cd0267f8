import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suggestionsFor } from '#app/features/interactions/suggestions.ts'
import { responseTypes } from '#app/features/interactions/schema.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aWrittenCommand, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { typed } from '#tests/support/discord/payloads.ts'

const named = (...names: string[]) => names.map((name) => ({ name, value: name.toLowerCase() }))
const city = {
  type: 3,
  name: 'city',
  description: 'A city',
  autocomplete: true,
  choices: named('New York', 'Zürich', 'York', 'Yorkshire Dales', 'Paris', 'İzmir', 'Łódź'),
}
const focused = (value: unknown, type = 3, name = 'city') => ({ name, type, value, focused: true })
const names = (value: string) => suggestionsFor([city], [focused(value)]).map(({ name }) => name)

test('prefix matches come first, then substrings, then matches of every word', () => {
  expect(names('york')).toEqual(['York', 'Yorkshire Dales', 'New York'])
  expect(names('york new')).toEqual(['New York'])
  expect(names('ZURICH')).toEqual(['Zürich'])
  expect(names('zürich')).toEqual(['Zürich'])
  expect(names('izmir')).toEqual(['İzmir'])
  expect(names('nowhere')).toEqual([])
  expect(names('')).toHaveLength(7)
})

test('there are at most 25, of the option’s type, and only for the focused option', () => {
  const choices = Array.from({ length: 200 }, (_, value) => ({ name: `Number ${value}`, value }))
  const number = { type: 10, name: 'n', description: 'N', autocomplete: true, choices }
  const whole = { ...number, type: 4 }
  expect(suggestionsFor([number], [focused('', 10, 'n')])).toHaveLength(25)
  expect(suggestionsFor([whole], [focused('199', 4, 'n')])).toEqual([{ name: 'Number 199', value: 199 }])
  expect(suggestionsFor([{ ...city, choices: [{ name: 'One', value: 1 }] }], [focused('')])).toEqual([])
  expect(
    suggestionsFor([city, whole], [{ name: 'city', type: 3, value: 'y' }, focused('7', 4, 'n')])[0],
  ).toEqual({
    name: 'Number 7',
    value: 7,
  })
  expect(suggestionsFor([city], [focused('y', 3, 'other')])).toEqual([])
  expect(suggestionsFor([city], [])).toEqual([])
})

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const { answer } = interactionTester(() => it)
  const choicesOf = async (...asked: Parameters<typeof typed>) => {
    const { type, data } = await answer(typed(...asked))
    expect(type).toBe(responseTypes.autocomplete)
    return (data as { choices: { name: string }[] }).choices.map(({ name }) => name)
  }

  test('an option of a grouped sub-command gets suggestions, and nothing is stored', async () => {
    const { id } = await aGuild(it)
    const sub = { type: 1, name: 'in', description: 'In', options: [city] }
    await aWrittenCommand(it, id, {
      options: [{ type: 2, name: 'weather', description: 'W', options: [sub] }],
    })
    const given = { name: 'weather', type: 2, options: [{ name: 'in', type: 1, options: [focused('par')] }] }
    expect(await choicesOf(id, [given])).toEqual(['Paris'])
    for (const table of ['interactions', 'events'] as const) {
      expect(await it.app.db.selectFrom(table).select('id').where('guild_id', '=', id).execute()).toEqual([])
    }
  })

  test('unknown, disabled or broken commands, and those outside a guild, get nothing', async () => {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id, { options: [city] })
    const change = (set: object) =>
      it.app.db.updateTable('commands').set(set).where('id', '=', command.id).execute()
    const given = [focused('par')]
    expect(await choicesOf(id, given)).toEqual(['Paris'])
    expect(await choicesOf(id, given, { guild_id: null })).toEqual([])
    expect(await choicesOf((await aGuild(it)).id, given)).toEqual([])
    await change({ enabled: 0 })
    expect(await choicesOf(id, given)).toEqual([])
    await change({ enabled: 1, options: '{' })
    expect(await choicesOf(id, given)).toEqual([])
    await change({ options: JSON.stringify([city]) })
    await saveSettings(it.ctx(), { guildId: id, version: 0, settings: { modules: { commands: false } } })
    expect(await choicesOf(id, given)).toEqual([])
  })
})
