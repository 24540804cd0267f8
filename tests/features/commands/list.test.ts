import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAutomations } from '#app/features/automations/automations.server.ts'
import {
  findCommands,
  listCommands,
  toggleCommand,
  slashCommandNames,
} from '#app/features/commands/manage.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { aManager, anAdministrator, madeCommand } from '#tests/support/db/management.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('part of a name or description finds a command, and wildcards are literal', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    await madeCommand(ctx, guildId, { name: 'rules', description: 'Shows what is ALLOWED' })
    await madeCommand(ctx, guildId, { name: 'ping_me', description: 'Says pong', enabled: false })
    const found = async (q: string, enabled?: boolean) => {
      const { commands, total } = await listCommands(ctx, { guildId, q, enabled, limit: 50, offset: 0 })
      expect(total).toBe(commands.length)
      return commands.map(({ name }) => name)
    }
    expect(await found('ule')).toEqual(['rules'])
    expect(await found('allowed')).toEqual(['rules'])
    expect(await found('PONG')).toEqual(['ping_me'])
    expect(await found('pong', true)).toEqual([])
    expect(await found('g_m')).toEqual(['ping_me'])
    expect(await found('u_e')).toEqual([])
    expect(await found('%')).toEqual([])
  })

  test('a permitted user switches a command under its version, and the rest stays', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const made = await madeCommand(ctx, guildId, { name: 'hello', cooldown_seconds: 5 })
    const asked = { guildId, id: made.id, version: 1 }
    const off = await toggleCommand(ctx, { ...asked, enabled: false })
    expect(off).toEqual({ ...made, enabled: false, version: 2, updated_at: off.updated_at })
    expect(await refusalOf(() => toggleCommand(ctx, { ...asked, enabled: true }))).toMatchObject({
      status: 412,
    })
    const member = it.ctx(userWith('member'))
    expect(await refusalOf(() => toggleCommand(member, { ...asked, enabled: true }))).toMatchObject({
      status: 403,
    })
  })

  test('a search over several guilds is refused when one of them is closed', async () => {
    const [{ id: mine }, { id: other }] = [await aGuild(it), await aGuild(it)]
    const manager = await aManager(it, mine)
    for (const find of [findCommands, findAutomations]) {
      expect(await find(manager, { guildIds: [mine], q: '', limit: 5 })).toEqual([])
      for (const guildIds of [
        [mine, other],
        [other, mine],
      ])
        expect(await refusalOf(() => find(manager, { guildIds, q: '', limit: 5 }))).toMatchObject({
          status: 403,
        })
    }
  })

  test('a control can run what is typed, and nothing that stands in a menu', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    await madeCommand(ctx, guildId, { name: 'hello' })
    await madeCommand(ctx, guildId, { name: 'Report', type: 3, description: '' })
    expect(await slashCommandNames(ctx, { guildId })).toEqual(['hello'])
  })
})
