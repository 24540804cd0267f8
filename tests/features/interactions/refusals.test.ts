import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { responseTypes, EPHEMERAL } from '#app/features/interactions/schema.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aWrittenCommand, keyOf, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { ada, used } from '#tests/support/discord/payloads.ts'

const silent = { parse: [] }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const { answer, told, rowOf } = interactionTester(() => it)
  const report = async (guild: string) => (await reportStats(it.ctx(keyOf(guild)), { days: 1 })).totals
  const member = (permissions: string) => ({ member: { user: ada, permissions } })

  const refusals: [string, object, Record<string, unknown>, RegExp][] = [
    ['switched off', { enabled: false }, {}, /disabled/],
    ['not for this place', { contexts: [1, 2] }, {}, /cannot be used here/],
    ['for private messages', {}, { context: 1 }, /cannot be used here/],
    ['without the permission', { default_member_permissions: '8192' }, member('2048'), /permission/],
    ['with a part of the permissions', { default_member_permissions: '8194' }, member('8192'), /permission/],
    ['for administrators alone', { default_member_permissions: '0' }, member('8176'), /permission/],
    [
      'without permissions told',
      { default_member_permissions: '1' },
      { member: { user: ada } },
      /permission/,
    ],
  ]
  test.each(refusals)(
    'a command %s is refused to the asker alone, and not counted',
    async (_, over, asked, words) => {
      const { id } = await aGuild(it)
      const command = await aWrittenCommand(it, id, over)
      const { type, data } = await answer(used(id, {}, asked))
      expect({ type, ...data }).toEqual({
        type: responseTypes.message,
        content: expect.stringMatching(words),
        flags: EPHEMERAL,
        allowed_mentions: silent,
      })
      expect((await rowOf(command.id)).use_count).toBe(0)
      expect(await report(id)).toMatchObject({ command_count: 0, total_events: 0 })
    },
  )

  test('administrators pass, and so do members with every bit, beyond a safe integer', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id, { default_member_permissions: '1152921504606846977' })
    expect((await told(used(id, {}, member('8'))))?.content).toBe('Hello!')
    expect((await told(used(id, {}, member('1152921504606846977'))))?.content).toBe('Hello!')
    expect((await told(used(id, {}, member('1152921504606846976'))))?.content).toMatch(/permission/)
  })

  test('with the module off no command runs', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id)
    await saveSettings(it.ctx(), { guildId: id, version: 0, settings: { modules: { commands: false } } })
    expect(await told(used(id))).toMatchObject({
      content: expect.stringMatching(/disabled/),
      flags: EPHEMERAL,
    })
    await saveSettings(it.ctx(), { guildId: id, version: 1, settings: { modules: { commands: true } } })
    expect((await told(used(id)))?.content).toBe('Hello!')
  })

  test('a broken command in the database apologises, counts as an error and says why', async () => {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id)
    for (const broken of [
      { response: '{' },
      { response: '{"type":"message","content":5}' },
      { contexts: 'null' },
    ]) {
      await it.app.db.updateTable('commands').set(broken).where('id', '=', command.id).execute()
      expect(await answer(used(id))).toMatchObject({
        type: responseTypes.message,
        data: { flags: EPHEMERAL },
      })
    }
    const row = await rowOf(command.id)
    expect(row).toMatchObject({
      use_count: 3,
      error_count: 3,
      last_error: expect.stringContaining('message'),
    })
    expect(await report(id)).toMatchObject({ command_count: 3, command_error_count: 3 })
  })

  test('a type of interaction that nobody knows yet is told so', async () => {
    const { id } = await aGuild(it)
    expect(await told(used(id, {}, { type: 17 }))).toMatchObject({ flags: EPHEMERAL })
  })
})
