import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { responseTypes, EPHEMERAL } from '#app/features/interactions/schema.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aSnowflake, aWrittenCommand, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { ada, pressed, submitted } from '#tests/support/discord/payloads.ts'

const button = (id: string, runs: string | null = null) => ({
  kind: 'button' as const,
  id,
  label: 'Go',
  runs,
})
const pick = { kind: 'select' as const, id: 'pick', options: [{ label: 'A', value: 'a' }], runs: null }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const { answer, usesOf, eventsOf } = interactionTester(() => it)
  const stale = {
    type: responseTypes.message,
    data: { content: expect.stringMatching(/no longer in use/), flags: EPHEMERAL },
  }

  test('a button and a select cause their event, once, and change nothing', async () => {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id, { components: [button('yes'), pick] })
    const click = pressed(id, `1:control:${command.id}:yes`)
    const choice = pressed(id, `1:control:${command.id}:pick`, ['a'])
    for (const asked of [click, choice, click, choice]) {
      expect(await answer(asked)).toEqual({ type: responseTypes.deferredUpdate })
    }
    const actor = { id: ada.id, name: 'Ada', is_bot: false }
    const target = { id: '700000000000000001', kind: 'message', name: '' }
    expect(await eventsOf(id)).toEqual([
      {
        id: click.id,
        type: 'BUTTON_CLICK',
        actor,
        target,
        data: { custom_id: 'yes', command: 'hello', values: [] },
      },
      {
        id: choice.id,
        type: 'SELECT_USE',
        actor,
        target,
        data: { custom_id: 'pick', command: 'hello', values: ['a'] },
      },
    ])
    expect(await usesOf(command.id)).toBe(0)
  })

  test('a control runs a command below its own answer, counted like any other use', async () => {
    const { id } = await aGuild(it)
    const other = await aWrittenCommand(it, id, {
      name: 'other',
      response: { content: 'You chose {control.values}' },
    })
    const command = await aWrittenCommand(it, id, { components: [{ ...pick, runs: 'other' }] })
    const asked = pressed(id, `1:control:${command.id}:pick`, ['a'])
    for (let round = 0; round < 2; round++) {
      expect(await answer(asked)).toMatchObject({
        type: responseTypes.message,
        data: { content: 'You chose a' },
      })
    }
    expect([await usesOf(other.id), await usesOf(command.id)]).toEqual([1, 0])
    expect(await eventsOf(id)).toMatchObject([
      {
        id: `${asked.id}/command`,
        type: 'COMMAND_USE',
        data: { command: 'other', control: 'pick', values: ['a'] },
      },
      { id: asked.id, type: 'SELECT_USE' },
    ])
  })

  test('a control that runs the command of its own message changes that message', async () => {
    const { id } = await aGuild(it)
    const plain = await aWrittenCommand(it, id, { components: [button('again', 'hello')], ephemeral: true })
    const slow = await aWrittenCommand(it, id, {
      name: 'slow',
      defer: true,
      components: [button('again', 'slow')],
    })
    const { type, data } = await answer(pressed(id, `1:control:${plain.id}:again`))
    expect({ type, content: data?.content, flags: data?.flags }).toEqual({
      type: responseTypes.update,
      content: 'Hello!',
      flags: undefined,
    })
    expect(await answer(pressed(id, `1:control:${slow.id}:again`))).toEqual({
      type: responseTypes.deferredUpdate,
    })
    const below = await aWrittenCommand(it, id, { name: 'below', components: [button('go', 'slow')] })
    expect(await answer(pressed(id, `1:control:${below.id}:go`))).toEqual({ type: responseTypes.deferred })
  })

  test('a control obeys the permission, the cooldown and the absence of what it runs', async () => {
    const { id } = await aGuild(it)
    const guarded = { name: 'guarded', default_member_permissions: '8192' }
    const other = await aWrittenCommand(it, id, guarded)
    await aWrittenCommand(it, id, { name: 'rare', cooldown_seconds: 60 })
    const command = await aWrittenCommand(it, id, {
      components: [button('one', 'guarded'), button('two', 'rare'), button('three', 'gone')],
    })
    const press = async (control: string) =>
      (
        await answer(
          pressed(id, `1:control:${command.id}:${control}`, undefined, {
            member: { user: ada, permissions: '0' },
          }),
        )
      ).data?.content
    expect(await press('one')).toMatch(/permission/)
    expect(await press('two')).toBe('Hello!')
    expect(await press('two')).toMatch(/again <t:/)
    expect(await press('three')).toMatch(/does not exist/)
    expect(await usesOf(other.id)).toBe(0)
    const types = (await eventsOf(id)).map(({ type }) => type)
    expect(types).toEqual(['BUTTON_CLICK', 'BUTTON_CLICK', 'BUTTON_CLICK', 'BUTTON_CLICK', 'COMMAND_USE'])
  })

  test('what was never a control of this guild, or is none any more, is no longer in use', async () => {
    const { id } = await aGuild(it)
    const { id: elsewhere } = await aGuild(it)
    const command = await aWrittenCommand(it, id, { components: [button('yes')] })
    const good = `1:control:${command.id}:yes`
    const wrong = [
      '',
      'x',
      '2' + good.slice(1),
      `${good} `,
      `${good}:more`,
      `1:control:${command.id}:no`,
      good.toLowerCase(),
      `1:form:${command.id}`,
      `1:control:${'0'.repeat(26)}:yes`,
    ]
    for (const customId of wrong) expect(await answer(pressed(id, customId))).toMatchObject(stale)
    expect(await answer(pressed(elsewhere, good))).toMatchObject(stale)
    // A select of the id of a button was never made.
    expect(await answer(pressed(id, good, ['a']))).toMatchObject(stale)
    expect(await answer(submitted(id, `1:form:${command.id}`, {}))).toMatchObject(stale)
    expect(await eventsOf(id)).toEqual([])
  })

  test('with the command or the module off its controls are off', async () => {
    const { id } = await aGuild(it)
    const off = await aWrittenCommand(it, id, { name: 'off', enabled: false, components: [button('yes')] })
    const on = await aWrittenCommand(it, id, { components: [button('yes')] })
    const switchedOff = { data: { content: expect.stringMatching(/disabled/) } }
    expect(await answer(pressed(id, `1:control:${off.id}:yes`))).toMatchObject(switchedOff)
    await saveSettings(it.ctx(), { guildId: id, version: 0, settings: { modules: { commands: false } } })
    expect(await answer(pressed(id, `1:control:${on.id}:yes`))).toMatchObject(switchedOff)
    expect(await eventsOf(id)).toEqual([])
  })

  test('a control of a broken command apologises', async () => {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id, { components: [button('yes')] })
    await it.app.db.updateTable('commands').set({ components: '{' }).where('id', '=', command.id).execute()
    const asked = { ...pressed(id, `1:control:${command.id}:yes`), id: aSnowflake() }
    expect(await answer(asked)).toMatchObject({ type: responseTypes.message, data: { flags: EPHEMERAL } })
  })
})
