import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeInteractions } from '#app/features/interactions/interactions.server.ts'
import { responseTypes, EPHEMERAL } from '#app/features/interactions/schema.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aWrittenCommand, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { grace, pressed, submitted, used } from '#tests/support/discord/payloads.ts'

const button = (id: string, runs: string | null = null) => ({
  kind: 'button' as const,
  id,
  label: 'Go',
  runs,
})
const form = {
  title: 'Report',
  fields: [
    { id: 'why', label: 'Why' },
    { id: 'more', label: 'More', required: false },
  ],
}
const seconds = (n: number) => new Date(Date.parse(NOON) + n * 1000).toISOString()

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const { answer, usesOf, eventsOf } = interactionTester(() => it)

  test('a command with a form opens it and runs with its fields and the original options', async () => {
    const { id } = await aGuild(it)
    const response = { content: '{target.name}: {field.why} {field.more}' }
    const command = await aWrittenCommand(it, id, {
      name: 'Report',
      type: 2,
      description: '',
      modal: form,
      response,
    })
    const resolved = { users: { [grace.id]: grace } }
    const opened = used(id, { name: 'Report', type: 2, target_id: grace.id, resolved })
    const shown = await answer(opened)
    expect(shown).toEqual({
      type: responseTypes.modal,
      data: {
        custom_id: `1:form:${command.id}:${opened.id}`,
        title: 'Report',
        components: [
          {
            type: 1,
            components: [
              { type: 4, custom_id: 'why', label: 'Why', style: 1, required: true, max_length: 1000 },
            ],
          },
          {
            type: 1,
            components: [
              { type: 4, custom_id: 'more', label: 'More', style: 1, required: false, max_length: 1000 },
            ],
          },
        ],
      },
    })
    expect(await eventsOf(id)).toEqual([])
    const sent = submitted(id, shown.data!.custom_id as string, { why: '{user.id}', more: 'spam' })
    for (let round = 0; round < 2; round++) {
      expect(await answer(sent)).toMatchObject({
        type: responseTypes.message,
        data: { content: 'Grace: {user.id} spam' },
      })
    }
    expect(await usesOf(command.id)).toBe(1)
    expect(await eventsOf(id)).toMatchObject([
      {
        id: `${sent.id}/command`,
        type: 'COMMAND_USE',
        target: { id: grace.id },
        data: { fields: { why: '{user.id}' } },
      },
      {
        id: sent.id,
        type: 'MODAL_SUBMIT',
        target: { id: grace.id },
        data: { command: 'Report', fields: { more: 'spam' } },
      },
    ])
  })

  test('a form without state stays valid, and one with state expires with a message', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id, { modal: form, response: { content: null } })
    const asked = used(id)
    const shown = await answer(asked)
    const withOption = await answer(used(id, { options: [{ name: 'n', type: 4, value: 1 }] }))
    it.at(seconds(16 * 60))
    await purgeInteractions(it.ctx())
    const custom = (one: typeof shown) => one.data!.custom_id as string
    expect(await answer(submitted(id, custom(shown), { why: 'x' }))).toMatchObject({
      type: responseTypes.message,
      data: { content: expect.stringMatching(/^Thank you/), flags: EPHEMERAL },
    })
    expect(await answer(submitted(id, custom(withOption), { why: 'x' }))).toMatchObject({
      data: { content: expect.stringMatching(/has expired/), flags: EPHEMERAL },
    })
    it.at(NOON)
  })

  test('a control may open a form, and whoever rests is not asked to fill one in', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id, { name: 'ask', modal: form, cooldown_seconds: 60 })
    const command = await aWrittenCommand(it, id, { components: [button('go', 'ask')] })
    const press = () => answer(pressed(id, `1:control:${command.id}:go`))
    const { type, data } = await press()
    expect(type).toBe(responseTypes.modal)
    const send = () => answer(submitted(id, data!.custom_id as string, { why: 'x' }))
    expect(await send()).toMatchObject({ data: { content: 'Hello!' } })
    // The second form was open before the first one was sent.
    expect(await send()).toMatchObject({
      data: { content: expect.stringMatching(/again <t:/), flags: EPHEMERAL },
    })
    expect(await press()).toMatchObject({
      type: responseTypes.message,
      data: { content: expect.stringMatching(/again <t:/) },
    })
    const types = (await eventsOf(id)).map((one) => one.type)
    expect(types).toEqual(['BUTTON_CLICK', 'BUTTON_CLICK', 'COMMAND_USE', 'MODAL_SUBMIT'])
  })
})
