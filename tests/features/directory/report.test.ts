import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '#app/app.server.ts'
import { contextFor } from '#app/context.server.ts'
import { directoryOf, readDirectory } from '#app/features/directory/directory.server.ts'
import { createPartBuffer } from '#app/features/directory/parts.ts'
import { patchDirectory, recordDirectory } from '#app/features/directory/report.server.ts'
import { directoryMessages } from '#app/features/directory/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  aSnowflake,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const now = Date.parse(NOON)
const channel = (id: number, name: string, over: object = {}) => ({
  id: `30000000000000000${id}`,
  name,
  type: 0,
  position: id,
  ...over,
})
const emoji = (id: number, name: string) => ({ id: `50000000000000000${id}`, name })
const role = (id: number, name: string, over: object = {}) => ({
  id: `40000000000000000${id}`,
  name,
  position: id,
  permissions: '0',
  ...over,
})

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let guild: string
  beforeAll(async () => {
    it = await openTestApp(engine)
  })
  afterAll(() => it.close())

  const newGuild = async () => (guild = (await aGuild(it)).id)
  const send = (over: object, parts = createPartBuffer(), actor = runner()) => {
    const given = { guild_id: guild, rev: now, kind: 'channels', part: 1, of: 1, items: [], ...over }
    return recordDirectory(it.ctx(actor), { frame: directoryMessages.directory.parse(given), parts })
  }
  const patch = (over: object) => {
    const given = {
      guild_id: guild,
      rev: now + 1,
      base_rev: now,
      kind: 'channels',
      put: [],
      del: [],
      ...over,
    }
    return patchDirectory(it.ctx(runner()), directoryMessages.directory_patch.parse(given))
  }
  const channels = async () =>
    (await readDirectory(it.ctx(), { guildId: guild })).channels.map(({ name, hidden, deleted_at }) =>
      [name, hidden && 'hidden', deleted_at && 'deleted'].filter(Boolean).join(' '),
    )

  test('a directory is stored, patched and kept', async () => {
    await newGuild()
    expect(await send({ items: [channel(2, 'b'), channel(1, 'a')] })).toEqual([])
    expect(await channels()).toEqual(['a', 'b'])
    expect(await patch({ put: [channel(3, 'c')], del: [channel(1, '').id] })).toEqual([])
    expect(await channels()).toEqual(['b', 'c', 'a deleted'])
  })

  test('another instance and a later start have the directory', async () => {
    await newGuild()
    await send({ items: [channel(1, 'a')] })
    const other = await openApp(it.app.config, { content: false })
    const names = async () => {
      const { channels } = await directoryOf(contextFor(other, { kind: 'system' }), guild)
      return [...channels.values()].map(({ name }) => name)
    }
    expect(await names()).toEqual(['a'])
    await patch({ put: [channel(1, 'b')] })
    expect(await names()).toEqual(['b'])
    await other.close()
  })

  test('a gap or an older revision causes a resync with the stored revision', async () => {
    await newGuild()
    await send({ items: [channel(1, 'a')] })
    const resync = [{ op: 'directory_resync', d: { guild_id: guild, kind: 'channels', rev: now } }]
    expect(await patch({ base_rev: now - 5, put: [channel(2, 'b')] })).toEqual(resync)
    expect(await send({ rev: now - 5 })).toEqual(resync)
    expect(await channels()).toEqual(['a'])
    // The same revision again is a comparison after a reconnect.
    expect(await patch({ rev: now, base_rev: now })).toEqual([])
    for (const changes of [{ put: [channel(2, 'b')] }, { del: [channel(1, '').id] }])
      expect((await refusalOf(() => patch({ rev: now, ...changes }))).code).toBe('invalid_request')
    expect(await patch({ kind: 'roles', rev: now, base_rev: now })).toMatchObject([
      { op: 'directory_resync' },
    ])
  })

  test('two writers of the same revision do not mix their changes', async () => {
    await newGuild()
    await send({ items: [channel(1, 'a')] })
    const answers = await Promise.all([
      patch({ put: [channel(2, 'one')], rev: now + 1 }),
      patch({ put: [channel(2, 'two')], rev: now + 2 }),
    ])
    expect(answers.flat()).toMatchObject([{ op: 'directory_resync' }])
  })

  test('parts arrive in any order, and nothing is stored while one is missing', async () => {
    await newGuild()
    const parts = createPartBuffer()
    await send({ part: 2, of: 3, items: [channel(2, 'b')] }, parts)
    await send({ part: 3, of: 3, items: [channel(3, 'c')] }, parts)
    expect(await channels()).toEqual([])
    await send({ part: 1, of: 3, items: [channel(1, 'a')] }, parts)
    expect(await channels()).toEqual(['a', 'b', 'c'])
    await send({ rev: now + 1, part: 1, of: 2, items: [] }, parts)
    expect(await channels()).toEqual(['a', 'b', 'c'])
    // A newer revision replaces the incomplete one.
    await send({ rev: now + 2, items: [channel(4, 'd')] }, parts)
    expect((await channels())[0]).toBe('d')
  })

  test('incomplete directories are limited in number and size', async () => {
    await newGuild()
    const parts = createPartBuffer()
    const first = { part: 1, of: 2, items: [channel(1, 'a')] }
    const last = { part: 2, of: 2, items: [channel(2, 'b')] }
    const mine = guild
    await send(first, parts)
    // Unknown guilds need no memory, so they do not replace the part above.
    for (const _ of '12345') await send({ ...first, guild_id: aSnowflake() }, parts)
    await send(last, parts)
    expect(await channels()).toEqual(['a', 'b'])
    await send({ ...first, rev: now + 1 }, parts)
    for (const _ of '1234') await send({ ...first, guild_id: await newGuild() }, parts)
    guild = mine
    await send({ ...last, rev: now + 1, items: [channel(3, 'c')] }, parts)
    expect(await channels()).toEqual(['a', 'b'])
  })

  test('a patch cannot exceed the limits of a guild', async () => {
    await newGuild()
    const many = (from: number) =>
      Array.from({ length: 300 }, (_, index) => channel(0, 'x', { id: `30000000000000${from + index}` }))
    await send({ items: many(1_000) })
    expect((await refusalOf(() => patch({ put: many(2_000) }))).message).toContain('at most 500 channels')
    expect(await patch({ put: many(2_000), del: many(1_000).map(({ id }) => id) })).toEqual([])
    expect((await channels()).filter((name) => name === 'x')).toHaveLength(300)
  })

  test('too many entries in several parts are refused like too many in one', async () => {
    await newGuild()
    const parts = createPartBuffer()
    const many = (from: number, count: number) => ({
      items: Array.from({ length: count }, (_, index) => ({
        ...role(0, 'x'),
        type: 0,
        id: `40000000000000${from + index}`,
      })),
    })
    for (const [kind, count, limit] of [
      ['channels', 400, 500],
      ['roles', 200, 250],
    ] as const) {
      await send({ kind, part: 1, of: 2, ...many(1_000, count) }, parts)
      const last = () => send({ kind, part: 2, of: 2, ...many(2_000, count) }, parts)
      expect((await refusalOf(last)).message).toBe(`A guild has at most ${limit} ${kind}.`)
    }
  })

  test('names have no line breaks, direction overrides and invisible characters', async () => {
    await newGuild()
    await send({ items: [channel(1, 'a\u202e\nb\u200b\u{e0041}')] })
    await send({ kind: 'roles', items: [role(1, '\u200ec\u200f')] })
    const { channels, roles } = await readDirectory(it.ctx(), { guildId: guild })
    expect([...channels, ...roles].map(({ name }) => name)).toEqual(['a b', 'c'])
  })

  test('channels whose parents form a cycle are listed', async () => {
    await newGuild()
    const under = (id: number) => ({ parent_id: channel(id, '').id })
    const items = [channel(1, 'a', under(2)), channel(2, 'b', under(1)), channel(3, 'c', under(3))]
    await send({ items: [...items, channel(4, 'd', under(5)), channel(5, 'e', { type: 4 })] })
    expect(await channels()).toEqual(['a', 'b', 'c', 'e', 'd'])
  })

  test('a hidden channel keeps its name and category', async () => {
    await newGuild()
    const parent_id = channel(9, '').id
    await send({ items: [channel(1, 'secret', { parent_id })] })
    await send({ rev: now + 1, items: [channel(1, '', { hidden: true })] })
    const [hidden] = (await readDirectory(it.ctx(), { guildId: guild })).channels
    expect(hidden).toMatchObject({
      name: 'secret',
      hidden: true,
      parent_id,
      writable: false,
      deleted_at: null,
    })
    // The REST API of Discord leaves out hidden channels.
    await send({ rev: now + 2, items: [], visible_only: true })
    expect(await channels()).toEqual(['secret hidden'])
  })

  test('deleted names are kept for thirty days', async () => {
    await newGuild()
    await send({ items: [channel(1, 'a')] })
    await send({ rev: now + 1, items: [] })
    expect(await channels()).toEqual(['a deleted'])
    it.at('2026-12-20T12:00:00.000Z')
    await send({ rev: now + 2, items: [] })
    expect(await channels()).toEqual(['a deleted'])
    it.at('2026-12-22T12:00:00.000Z')
    await send({ rev: now + 3, items: [] })
    expect(await channels()).toEqual([])
    it.at(NOON)
  })

  test('the bot’s roles decide which roles it can give and where it can write', async () => {
    await newGuild()
    const everyone = { ...role(0, '@everyone', { permissions: '1024' }), id: guild }
    const bot = { id: '900000000000000002', roles: [role(2, '').id] }
    const mine = role(2, 'Bot', { permissions: String(1n << 28n), managed: true })
    await send({ kind: 'roles', items: [everyone, role(1, 'low'), mine, role(3, 'high')], bot })
    const writes = { id: bot.id, type: 1, allow: '2048', deny: '0' }
    await send({ items: [channel(1, 'a'), channel(2, 'b', { overwrites: [writes] })] })
    const directory = await readDirectory(it.ctx(), { guildId: guild })
    expect(directory.roles.map(({ name, assignable }) => [name, assignable])).toEqual([
      ['high', false],
      ['Bot', false],
      ['low', true],
      ['@everyone', false],
    ])
    expect(directory.channels.map(({ writable }) => writable)).toEqual([false, true])
    const known = await directoryOf(it.ctx(), guild)
    expect(known.channels.get(channel(1, '').id)!.blocks.write).toEqual({
      reason: 'The bot cannot send messages here: it needs the Send Messages permission',
    })
  })

  test('foreign guilds are refused, and unknown or blocked guilds and kinds are ignored', async () => {
    await newGuild()
    const foreign = () => send({}, createPartBuffer(), runner('100000000000000009'))
    expect((await refusalOf(foreign)).code).toBe('forbidden')
    expect(await send({ guild_id: aSnowflake() })).toEqual([])
    expect(await send({ kind: 'stickers', items: [{}] })).toEqual([])
    expect(await patch({ guild_id: aSnowflake() })).toEqual([])
    await it.app.db.updateTable('guilds').set({ state: 'blocked' }).where('id', '=', guild).execute()
    expect([await send({ items: [channel(1, 'a')] }), await patch({})]).toEqual([[], []])
    expect((await directoryOf(it.ctx(), guild)).channels.size).toBe(0)
  })

  test('emojis are stored with their own revision and survive a restart', async () => {
    await newGuild()
    const emojis = async (ctx = it.ctx()) =>
      (await readDirectory(ctx, { guildId: guild })).emojis.map(({ name, animated, deleted_at }) =>
        [name, animated && 'animated', deleted_at && 'deleted'].filter(Boolean).join(' '),
      )
    expect((await readDirectory(it.ctx(), { guildId: guild })).emojis_at).toBeNull()
    await send({ kind: 'emojis', items: [emoji(1, 'wave'), { ...emoji(2, 'party'), animated: true }] })
    expect(await emojis()).toEqual(['party animated', 'wave'])
    expect(await patch({ kind: 'emojis', put: [emoji(3, 'hi')], del: [emoji(1, '').id] })).toEqual([])
    const other = await openApp(it.app.config, { content: false })
    expect(await emojis(contextFor(other, { kind: 'system' }))).toEqual([
      'hi',
      'party animated',
      'wave deleted',
    ])
    await other.close()
  })

  test('malformed, too long and too many entries and future revisions are refused', async () => {
    await newGuild()
    const many = Array.from({ length: 251 }, (_, index) => role(index, 'x'))
    const cases = [
      { kind: 'roles', items: many },
      { items: [channel(1, 'x'.repeat(101))] },
      { items: [{ id: 'x' }] },
      { rev: now + 2 * 86_400_000 },
      { kind: 'emojis', items: [emoji(1, 'x'.repeat(33))] },
      { kind: 'emojis', items: [emoji(1, '<b>')] },
      { kind: 'emojis', items: [{ ...emoji(1, 'x'), id: '../../x' }] },
    ]
    for (const one of cases) expect((await refusalOf(() => send(one))).code).toBe('invalid_request')
    expect(directoryMessages.directory.safeParse({ items: Array(501).fill(1) }).success).toBe(false)
    expect(await channels()).toEqual([])
  })

  test('only users with access to the guild can read its directory', async () => {
    const asked = () => readDirectory(it.ctx(userWith('member')), { guildId: guild })
    expect((await refusalOf(asked)).code).toBe('forbidden')
  })
})
