import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCommand,
  deleteCommand,
  listCommands,
  readCommand,
  reportCommands,
  updateCommand,
} from '#app/features/commands/manage.server.ts'
import { command as shape } from '#app/features/commands/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, anonymous, keyOf, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { aManager, anAdministrator, commandWith, madeCommand } from '#tests/support/db/management.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const page = { limit: 50, offset: 0 }

  test('a command is created, read, listed, updated and deleted, each under its version', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const made = await madeCommand(ctx, guildId, { name: 'hello', cooldown_seconds: 5 })
    expect(shape.strict().parse(made)).toMatchObject({
      name: 'hello',
      version: 1,
      registered: false,
      use_count: 0,
      source: 'custom',
    })
    expect(await readCommand(ctx, { guildId, id: made.id })).toEqual(made)
    const written = commandWith({ name: 'hello', description: 'Says more', response: { content: 'More!' } })
    const next = await updateCommand(ctx, { guildId, id: made.id, version: 1, ...written })
    expect(next).toMatchObject({ version: 2, description: 'Says more', cooldown_seconds: 0, id: made.id })
    expect(await listCommands(ctx, { guildId, ...page })).toMatchObject({ commands: [next], total: 1 })
    await deleteCommand(ctx, { guildId, id: made.id, version: 2 })
    expect(await refusalOf(() => readCommand(ctx, { guildId, id: made.id }))).toMatchObject({ status: 404 })
  })

  test('an old version is refused with who changed what, for writes and deletions', async () => {
    const { id: guildId } = await aGuild(it)
    const [ada, grace] = [await anAdministrator(it, 'Ada'), await anAdministrator(it)]
    const made = await madeCommand(ada, guildId, { name: 'hello' })
    const written = commandWith({ name: 'hello', ephemeral: true, response: { content: 'Later' } })
    await updateCommand(ada, { guildId, id: made.id, version: 1, ...written })
    const stale = {
      status: 412,
      current: { version: 2, updated_by: 'Ada', changed: ['ephemeral', 'response'] },
    }
    const id = made.id
    expect(
      await refusalOf(() => updateCommand(grace, { guildId, id, version: 1, ...written })),
    ).toMatchObject(stale)
    expect(await refusalOf(() => deleteCommand(grace, { guildId, id, version: 1 }))).toMatchObject(stale)
    expect(await readCommand(grace, { guildId, id })).toMatchObject({ version: 2, ephemeral: true })
  })

  test('a name is free once a type in a guild; the type of a command stays', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const hello = await madeCommand(ctx, guildId, { name: 'hello' })
    const other = await madeCommand(ctx, guildId, { name: 'other' })
    const taken = { status: 409, issues: [{ path: 'name' }] }
    expect(await refusalOf(() => madeCommand(ctx, guildId, { name: 'hello' }))).toMatchObject(taken)
    const rename = () =>
      updateCommand(ctx, { guildId, id: other.id, version: 1, ...commandWith({ name: 'hello' }) })
    expect(await refusalOf(rename)).toMatchObject(taken)
    await madeCommand(ctx, guildId, { name: 'hello', type: 2, description: '' })
    await madeCommand(ctx, (await aGuild(it)).id, { name: 'hello' })
    const retype = () =>
      updateCommand(ctx, {
        guildId,
        id: hello.id,
        version: 1,
        ...commandWith({ name: 'hello', type: 3, description: '' }),
      })
    expect(await refusalOf(retype)).toMatchObject({ status: 400, issues: [{ path: 'type' }] })
  })

  test('a guild has as many commands of a type as Discord takes', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    for (let number = 0; number < 15; number++) {
      await madeCommand(ctx, guildId, { name: `On ${number}`, type: 3, description: '' })
    }
    const more = () => madeCommand(ctx, guildId, { name: 'One more', type: 3, description: '' })
    expect(await refusalOf(more)).toMatchObject({ status: 409 })
    await madeCommand(ctx, guildId, { name: 'typed' })
  })

  test('the list is by name, in pages, and of what is on or off', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    for (const name of ['c', 'a', 'b']) await madeCommand(ctx, guildId, { name, enabled: name !== 'b' })
    const names = async (query: { limit?: number; offset?: number; enabled?: boolean }) => {
      const { commands, total } = await listCommands(ctx, { guildId, ...page, ...query })
      return [commands.map(({ name }) => name).join(''), total]
    }
    expect(await names({})).toEqual(['abc', 3])
    expect(await names({ limit: 2 })).toEqual(['ab', 3])
    expect(await names({ limit: 2, offset: 2 })).toEqual(['c', 3])
    expect(await names({ enabled: true })).toEqual(['ac', 2])
    expect(await names({ enabled: false })).toEqual(['b', 1])
  })

  test('a key reads the commands of its guild without their secrets, strangers nothing', async () => {
    const { id: guildId } = await aGuild(it)
    const manager = await aManager(it, guildId)
    const url = 'https://example.org/hooks/secret-token'
    const config = { url, method: 'POST', headers: { Authorization: 'Bearer secret' } }
    const made = await madeCommand(manager, guildId, { actions: [{ type: 'CALL_WEBHOOK', config }] })
    expect(made.actions[0]).toMatchObject({ config: { url } })
    const key = { ...keyOf(guildId), scopes: ['commands:read'] as const }
    const { commands } = await reportCommands(it.ctx(key), page)
    expect(commands[0]!.actions[0]).toMatchObject({
      config: { url: 'https://example.org/…', headers: { Authorization: '…' } },
    })
    expect(JSON.stringify(commands)).not.toContain('secret')
    const stranger = await aManager(it, (await aGuild(it)).id)
    for (const ctx of [it.ctx(anonymous), it.ctx(key), stranger]) {
      const calls = [
        () => listCommands(ctx, { guildId, ...page }),
        () => readCommand(ctx, { guildId, id: made.id }),
        () => createCommand(ctx, { guildId, ...commandWith() }),
        () => updateCommand(ctx, { guildId, id: made.id, version: 1, ...commandWith() }),
        () => deleteCommand(ctx, { guildId, id: made.id, version: 1 }),
      ]
      for (const call of calls) expect((await refusalOf(call)).status).toBeOneOf([401, 403])
    }
  })

  test('a command of another guild is not there', async () => {
    const ctx = await anAdministrator(it)
    const { id } = await madeCommand(ctx, (await aGuild(it)).id)
    const { id: guildId } = await aGuild(it)
    expect(await refusalOf(() => readCommand(ctx, { guildId, id }))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => deleteCommand(ctx, { guildId, id, version: 1 }))).toMatchObject({
      status: 404,
    })
  })
})
