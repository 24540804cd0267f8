import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { addGuild, listGuilds, readGuild } from '#app/features/guilds/guilds.server.ts'
import { addManager, listManagers, removeManager } from '#app/features/guilds/managers.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  aSnowflake,
  aUser,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { actingAs, signedIn } from '#tests/support/db/people.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let admin: ReturnType<TestApp['ctx']>
  beforeAll(async () => {
    it = await openTestApp(engine)
    admin = actingAs(it, await aUser(it, { role: 'admin' }))
  })
  afterAll(() => it.close())

  const actions = async (targetId: string) => {
    const rows = await it.app.db
      .selectFrom('audit')
      .selectAll()
      .where('target_id', '=', targetId)
      .where('action', 'like', 'guild.%')
      .orderBy('id')
      .execute()
    return rows.map(({ action, details }) => [action, JSON.parse(details) as Record<string, unknown>])
  }

  test('a new manager has access to the guild from the next request', async () => {
    const [mine, other] = [await aGuild(it), await aGuild(it)]
    const [ada, grace] = [await aUser(it), await aUser(it, { name: 'Grace' })]
    expect(await addManager(admin, { guildId: mine.id, userId: ada.id })).toMatchObject({
      user_id: ada.id,
      name: 'Ada',
      email: ada.email,
    })
    await addManager(admin, { guildId: mine.id, userId: grace.id })
    expect((await listManagers(admin, { guildId: mine.id })).map(({ user_id }) => user_id).sort()).toEqual(
      [ada.id, grace.id].sort(),
    )
    const { ctx } = await signedIn(it, ada)
    expect((await listGuilds(ctx)).map(({ id }) => id)).toEqual([mine.id])
    expect(await readGuild(ctx, { id: mine.id })).toMatchObject({ id: mine.id })
    expect(await refusalOf(() => readGuild(ctx, { id: other.id }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => listManagers(ctx, { guildId: mine.id }))).toMatchObject({ status: 403 })
  })

  test('giving and taking are in the audit log once, and a second time changes nothing', async () => {
    const [guild, user] = [await aGuild(it), await aUser(it)]
    const who = { guildId: guild.id, userId: user.id }
    const first = await addManager(admin, who)
    it.at('2026-11-21T12:05:00.000Z')
    expect(await addManager(admin, who)).toEqual(first)
    expect([await removeManager(admin, who), await removeManager(admin, who)]).toEqual([true, false])
    const details = { guild_id: guild.id, guild_name: 'A guild' }
    expect(await actions(user.id)).toEqual([
      ['guild.manager_added', details],
      ['guild.manager_removed', details],
    ])
    const { ctx } = await signedIn(it, user)
    expect(await refusalOf(() => readGuild(ctx, { id: guild.id }))).toMatchObject({ status: 403 })
  })

  test('an account that is deleted manages nothing', async () => {
    const [guild, user] = [await aGuild(it), await aUser(it)]
    await addManager(admin, { guildId: guild.id, userId: user.id })
    const { ctx } = await signedIn(it, user)
    await deleteAccount(ctx, { password: 'correct horse battery' })
    expect(await listManagers(admin, { guildId: guild.id })).toEqual([])
  })

  test('a guild or an account that is not here is not found', async () => {
    const [guild, user] = [await aGuild(it), await aUser(it)]
    for (const call of [
      () => addManager(admin, { guildId: aSnowflake(), userId: user.id }),
      () => addManager(admin, { guildId: guild.id, userId: 'nobody' }),
      () => removeManager(admin, { guildId: aSnowflake(), userId: user.id }),
      () => listManagers(admin, { guildId: aSnowflake() }),
    ]) {
      expect(await refusalOf(call)).toMatchObject({ status: 404 })
    }
  })

  test('only administrators add guilds, each once, and choose their managers', async () => {
    const id = aSnowflake()
    const editor = actingAs(it, await aUser(it, { role: 'editor' }))
    for (const [ctx, status] of [
      [it.ctx(anonymous), 401],
      [editor, 403],
    ] as const) {
      expect(await refusalOf(() => addGuild(ctx, { id, name: 'Mine' }))).toMatchObject({ status })
      expect(await refusalOf(() => addManager(ctx, { guildId: id, userId: 'u' }))).toMatchObject({ status })
      expect(await refusalOf(() => removeManager(ctx, { guildId: id, userId: 'u' }))).toMatchObject({
        status,
      })
    }
    expect(await addGuild(admin, { id, name: 'Mine' })).toMatchObject({ id, name: 'Mine' })
    expect(await refusalOf(() => addGuild(admin, { id, name: 'Again' }))).toMatchObject({ status: 409 })
    expect(await actions(id)).toEqual([['guild.added', {}]])
  })
})
