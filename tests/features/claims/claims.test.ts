import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allow } from '#app/access.ts'
import { contextFor } from '#app/context.server.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import {
  claimGuild,
  expireClaimsOfGuild,
  expireClaimsOfMembers,
  listClaims,
  listFound,
  recheckClaims,
  releaseClaim,
  removeClaim,
  storeFound,
  withCheckedClaims,
} from '#app/features/claims/claims.server.ts'
import { addManager, managesGuild } from '#app/features/guilds/managers.server.ts'
import { readSettings, saveSettings } from '#app/features/settings/settings.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { reportGuild } from '#app/features/guilds/reports.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild as aDiscordGuild, aMember, newId } from '#tests/mocks/fake-discord-world.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { actingAs, signedIn } from '#tests/support/db/people.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anEvent,
  aSnowflake,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  runner,
  type TestApp,
} from '#tests/support/factories.ts'

const later = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()
const MANAGE_GUILD = String(1 << 5)

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let world: FakeDiscord
  beforeAll(async () => {
    world = await fakeDiscord()
    it = await openTestApp(engine, world.env)
  })
  afterAll(async () => {
    await it.close()
    await world.stop()
  })
  afterEach(() => it.at(NOON))

  /** A served guild with a role that has Manage Server, and a person whose Discord account holds the role. */
  async function aPlace({ approved = true, holds = true } = {}) {
    const id = newId()
    const role = { id: newId(), name: 'Crew', position: 1, permissions: MANAGE_GUILD }
    const member = aMember({ roles: holds ? [role.id] : [] })
    const everyone = { id, name: '@everyone', position: 0, permissions: '0' }
    world.guilds.set(id, aDiscordGuild({ id, roles: [everyone, role], members: [member] }))
    await reportGuild(it.ctx(runner()), { guild_id: id, state: 'available', name: 'Harbour' })
    if (approved) await setGuildState(it.ctx(), { id, state: 'active' })
    const user = await aUser(it)
    await it.app.db
      .insertInto('identities')
      .values({
        ...{ id: aSnowflake(), user_id: user.id, provider: 'discord', provider_user_id: member.user.id },
        ...{ username: 'grace', created_at: NOON, last_used_at: NOON },
      })
      .execute()
    const { token } = await signedIn(it, user)
    const actor = async (method = 'GET') => {
      const found = await actorOfSession(it.app, token)
      return method === 'GET' ? found : withCheckedClaims(it.ctx(), found, id)
    }
    const ctx = async (method?: string) => contextFor(it.app, await actor(method))
    const save = async (version = 0) =>
      saveSettings(await ctx('PUT'), { guildId: id, version, settings: { timezone: 'Europe/Paris' } })
    return { id, member, user, ctx, save, role }
  }
  const actions = async (id: string) =>
    (
      await it.app.db
        .selectFrom('audit')
        .select('action')
        .where('target_id', '=', id)
        .where('action', 'like', 'guild.claim%')
        .orderBy('id')
        .execute()
    ).map(({ action }) => action)

  test('a person with Manage Server claims a server, and manages it', async () => {
    const { id, ctx, save } = await aPlace()
    expect(await refusalOf(save)).toMatchObject({ status: 403 })
    await claimGuild(await ctx(), { guildId: id })
    expect(await save()).toMatchObject({ version: 1 })
    await releaseClaim(await ctx(), { guildId: id })
    expect(await refusalOf(async () => readSettings(await ctx(), { guildId: id }))).toMatchObject({
      status: 403,
    })
    expect(await actions(id)).toEqual(['guild.claimed', 'guild.claim_released'])
  })

  test('administrators see and remove the claims of a server, and managers do not', async () => {
    const { id, user, ctx } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    const own = await ctx('PUT')
    expect(await refusalOf(() => listClaims(own, { guildId: id }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => removeClaim(own, { guildId: id, userId: user.id }))).toMatchObject({
      status: 403,
    })
    const managed = { guildId: id, userId: user.id }
    expect(await managesGuild(it.ctx(), managed)).toBe(true)
    const admin = await anAdministrator(it)
    expect(await listClaims(admin, { guildId: id })).toMatchObject([
      { user_id: user.id, email: user.email, suspended_at: null },
    ])
    await removeClaim(admin, { guildId: (await aPlace()).id, userId: user.id })
    expect(await managesGuild(it.ctx(), managed)).toBe(true)
    await removeClaim(admin, managed)
    expect(await managesGuild(it.ctx(), managed)).toBe(false)
    expect((await ctx()).actor).toMatchObject({ guildIds: [] })
  })

  test('a claim requires the current permission, regardless of the list', async () => {
    const { id, ctx, user } = await aPlace({ holds: false })
    await storeFound(await ctx(), user.id, [{ id, name: 'Harbour' }])
    expect(await listFound(await ctx())).toMatchObject([{ id, option: 'claim' }])
    expect(await refusalOf(async () => claimGuild(await ctx(), { guildId: id }))).toMatchObject({
      status: 403,
      message: expect.stringContaining('Manage Server'),
    })
  })

  test('forged, pending and foreign servers cannot be claimed', async () => {
    const [own, other] = [await aPlace(), await aPlace()]
    const pending = await aPlace({ approved: false })
    const ctx = await own.ctx()
    expect(await refusalOf(() => claimGuild(ctx, { guildId: aSnowflake() }))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => claimGuild(ctx, { guildId: other.id }))).toMatchObject({ status: 403 })
    expect(
      await refusalOf(async () => claimGuild(await pending.ctx(), { guildId: pending.id })),
    ).toMatchObject({ status: 403, message: expect.stringContaining('approval') })
    await storeFound(ctx, own.user.id, [
      { id: pending.id, name: 'Pending' },
      { id: '100000000000000009', name: 'Without the bot' },
    ])
    expect((await listFound(ctx)).map(({ option }) => option)).toEqual(['wait', 'add'])
  })

  test('another server’s claimed manager can neither read nor write', async () => {
    const [own, other] = [await aPlace(), await aPlace()]
    await claimGuild(await own.ctx(), { guildId: own.id })
    const ctx = await own.ctx('PUT')
    for (const permission of ['guild:read', 'guild:write'] as const)
      expect(await refusalOf(() => allow(ctx, permission, other.id))).toMatchObject({ status: 403 })
  })

  test('after ten minutes a write checks again, and a lost permission suspends', async () => {
    const { id, ctx, save, member, role } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    member.roles = []
    it.at(later(9))
    await save()
    it.at(later(11))
    expect(await refusalOf(() => save(1))).toMatchObject({
      status: 403,
      message: expect.stringContaining('suspended'),
    })
    expect(await refusalOf(async () => readSettings(await ctx(), { guildId: id }))).toMatchObject({
      message: expect.stringContaining('Nothing was deleted'),
    })
    expect(await listFound(await ctx())).toMatchObject([{ id, option: 'suspended' }])
    member.roles = [role.id]
    it.at(later(22))
    expect(await save(1)).toMatchObject({ version: 2 })
    expect(await actions(id)).toEqual(['guild.claimed', 'guild.claim_suspended', 'guild.claim_restored'])
  })

  test('while Discord is down, reading stays possible and old checks do not allow writes', async () => {
    const { id, ctx, save } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    const end = world.trouble(/^\/guilds/, { status: 500 })
    await save()
    it.at(later(11))
    expect(await refusalOf(() => save(1))).toMatchObject({ status: 503 })
    expect(await readSettings(await ctx(), { guildId: id })).toMatchObject({ version: 1 })
    end()
    expect(await save(1)).toMatchObject({ version: 2 })
  })

  test('an event about the member or the roles ends the validity of the check', async () => {
    const { id, ctx, save, member } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    await expireClaimsOfMembers(it.app, [anEvent({ guild_id: id, type: 'MEMBER_LEAVE' })])
    const end = world.trouble(/^\/guilds/, { status: 500 })
    await save()
    end()
    const actor = { id: member.user.id, name: 'Ada', is_bot: false }
    await expireClaimsOfMembers(it.app, [anEvent({ guild_id: id, type: 'MEMBER_ROLE_REMOVE', actor })])
    member.roles = []
    await recheckClaims(it.ctx())
    expect(await refusalOf(() => save(1))).toMatchObject({ status: 403 })
    await expireClaimsOfGuild(it.app, id)
    await recheckClaims(it.ctx())
    expect(await actions(id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
  })

  test('a manager who was added by hand is not checked', async () => {
    const { id, ctx, save, user, member } = await aPlace()
    const admin = actingAs(it, await aUser(it, { role: 'admin' }))
    await claimGuild(await ctx(), { guildId: id })
    await addManager(admin, { guildId: id, userId: user.id })
    member.roles = []
    it.at(later(60))
    expect(await save()).toMatchObject({ version: 1 })
  })

  test('without a linked Discord account there is no claim', async () => {
    const { id, user, save, ctx } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    await it.app.db.deleteFrom('identities').where('user_id', '=', user.id).execute()
    it.at(later(11))
    expect(await refusalOf(save)).toMatchObject({ status: 403 })
  })
})
