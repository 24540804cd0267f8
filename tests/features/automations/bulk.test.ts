import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemBulkForm } from '#app/features/actions/guild-items.server.ts'
import { changeAutomations, readAutomation } from '#app/features/automations/automations.server.ts'
import { changeCommands, listCommands } from '#app/features/commands/manage.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { aManager, madeAutomation, madeCommand } from '#tests/support/db/management.ts'

const select = (act: string, items: Record<string, string | number>, more: object = {}) => {
  const fields = Object.entries(items).map(([id, value]) => [`pick:${id}`, String(value)])
  return itemBulkForm.parse({ intent: 'bulk', act, ...more, ...Object.fromEntries(fields) })
}

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('selected automations are enabled in one step, which can be undone', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await aManager(it, guildId)
    const [on, off] = [
      await madeAutomation(ctx, guildId, { enabled: true }),
      await madeAutomation(ctx, guildId, { enabled: false }),
    ]
    const both = { [on.id]: on.version, [off.id]: off.version }
    const result = await changeAutomations(ctx, { guildId, ...select('enable', both) })
    expect(result).toEqual({
      act: 'enable',
      done: [{ key: off.id, value: '2', undo: 'disable' }],
      unchanged: 1,
      refused: [],
    })
    await changeAutomations(ctx, { guildId, ...select('undo', { [off.id]: '2 disable' }) })
    expect(await readAutomation(ctx, { guildId, id: off.id })).toMatchObject({ enabled: false, version: 3 })
  })

  test('foreign ids, old versions and broken versions are refused by name', async () => {
    const [{ id: guildId }, { id: otherId }] = [await aGuild(it), await aGuild(it)]
    const ctx = await aManager(it, guildId, otherId)
    const foreign = await madeAutomation(ctx, otherId)
    const [own, old, broken] = [
      await madeAutomation(ctx, guildId),
      await madeAutomation(ctx, guildId),
      await madeAutomation(ctx, guildId),
    ]
    const items = { [own.id]: 1, [foreign.id]: 1, [old.id]: 7, [broken.id]: 'NaN', 'no-id': 1 }
    const input = select('delete', items, { sure: 'yes' })
    const { done, refused } = await changeAutomations(ctx, { guildId, ...input })
    expect(done).toMatchObject([{ key: own.id, undo: null }])
    expect(refused.map(({ key }) => key)).toEqual([foreign.id, old.id, broken.id, 'no-id'])
    expect(await readAutomation(ctx, { guildId: otherId, id: foreign.id })).toEqual(foreign)
    expect(await readAutomation(ctx, { guildId, id: old.id })).toEqual(old)
  })

  test('a deletion needs a confirmation, and an undo cannot delete', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await aManager(it, guildId)
    const { id } = await madeCommand(ctx, guildId)
    expect(() => select('delete', { [id]: 1 })).toThrow('Select the checkbox to confirm.')
    const none = await refusalOf(() =>
      changeCommands(ctx, { guildId, ...select('undo', { [id]: '1 delete' }) }),
    )
    expect(none.message).toBe('Select at least one command.')
    await changeCommands(ctx, { guildId, ...select('delete', { [id]: 1 }, { sure: 'yes' }) })
    expect(await listCommands(ctx, { guildId, limit: 1, offset: 0 })).toMatchObject({ total: 0 })
  })

  test('only managers of the guild change its items', async () => {
    const { id: guildId } = await aGuild(it)
    const { id } = await madeCommand(await aManager(it, guildId), guildId)
    const elsewhere = await aManager(it, (await aGuild(it)).id)
    for (const ctx of [it.ctx(anonymous), it.ctx(userWith('editor')), elsewhere]) {
      const refusal = await refusalOf(() =>
        changeCommands(ctx, { guildId, ...select('disable', { [id]: 1 }) }),
      )
      expect(refusal.status).toBeOneOf([401, 403])
    }
  })
})
