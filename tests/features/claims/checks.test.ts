import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unlinkIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import {
  claimGuild,
  expireClaimsOfGuild,
  expireClaimsOfMembers,
  listFound,
  recheckClaims,
} from '#app/features/claims/claims.server.ts'
import { NEVER } from '#app/features/claims/store.server.ts'
import { addManager, managesGuild } from '#app/features/guilds/managers.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { readSettings } from '#app/features/settings/settings.server.ts'
import { handleFrames } from '#app/http/runner/handlers.server.ts'
import type { FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { later, openClaims, type Claims } from '#tests/support/db/claims.ts'
import { actingAs } from '#tests/support/db/people.ts'
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

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let world: FakeDiscord
  let aPlace: Claims['aPlace']
  let actions: Claims['actions']
  let close: Claims['close']
  beforeAll(
    async () => ({ it, world, aPlace, actions, close } = await openClaims((env) => openTestApp(engine, env))),
  )
  afterAll(() => close())
  afterEach(() => it.at(NOON))
  const claimIn = (id: string) =>
    it.app.db
      .selectFrom('guild_claims')
      .select(['checked_at', 'tried_at'])
      .where('guild_id', '=', id)
      .executeTakeFirstOrThrow()
  const checked = async (id: string) => (await claimIn(id)).checked_at
  const tried = async (id: string) => (await claimIn(id)).tried_at

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
    await expireClaimsOfMembers(it.ctx(runner()), [anEvent({ guild_id: id, type: 'MEMBER_LEAVE' })])
    const end = world.trouble(/^\/guilds/, { status: 500 })
    await save()
    end()
    const actor = { id: member.user.id, name: 'Ada', is_bot: false }
    await expireClaimsOfMembers(it.ctx(runner()), [
      anEvent({ guild_id: id, type: 'MEMBER_ROLE_REMOVE', actor }),
    ])
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

  test('unlinking Discord deletes the claim, and another link does not restore it', async () => {
    const { id, user, save, ctx } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    await unlinkIdentity(await ctx(), { provider: 'discord' })
    expect(await refusalOf(save)).toMatchObject({ status: 403 })
    expect(await managesGuild(it.app, { guildId: id, userId: user.id })).toBe(false)
    expect(await refusalOf(async () => claimGuild(await ctx(), { guildId: id }))).toMatchObject({
      status: 403,
    })
  })

  test('servers that fail or are not served do not delay the checks of others', async () => {
    const [broken, foreign, left, lost] = [await aPlace(), await aPlace(), await aPlace(), await aPlace()]
    for (const { ctx, id } of [broken, foreign, left, lost]) await claimGuild(await ctx(), { guildId: id })
    for (const { id } of [broken, foreign, left, lost]) await expireClaimsOfGuild(it.app, id)
    await setGuildState(it.ctx(), { id: left.id, state: 'pending' })
    lost.member.roles = []
    const ends = [
      world.trouble(`/guilds/${broken.id}`, { status: 400, body: { code: 50_035, message: 'No' } }),
      world.trouble(`/guilds/${foreign.id}`, { status: 403, body: { code: 50_001, message: 'No' } }),
    ]
    await recheckClaims(it.ctx())
    for (const end of ends) end()
    expect(await actions(lost.id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
    expect(await actions(foreign.id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
    expect(await actions(broken.id)).toEqual(['guild.claimed'])
    expect(await tried(broken.id)).toBe(NOON)
    expect(await checked(left.id)).toBe(NEVER)
  })

  test('a check does not overwrite an event that came meanwhile', async () => {
    const { id, ctx, save } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    await expireClaimsOfGuild(it.app, id)
    const db = it.app.db
    const discord = it.app.discord
    const slow: typeof discord = {
      async request(call) {
        const found = await discord.request(call)
        await expireClaimsOfGuild({ db }, id)
        return found
      },
    }
    await recheckClaims({ ...it.ctx(), discord: slow })
    const end = world.trouble(/^\/guilds/, { status: 500 })
    expect(await refusalOf(save)).toMatchObject({ status: 503 })
    end()
    expect(await save()).toMatchObject({ version: 1 })
  })

  test('reads need a check of the last day, and after an event a new one', async () => {
    const { id, ctx, user, member } = await aPlace()
    const read = async () => readSettings(await ctx(), { guildId: id })
    await claimGuild(await ctx(), { guildId: id })
    member.roles = []
    it.at(later(23 * 60))
    await read()
    it.at(later(25 * 60))
    const end = world.trouble(/^\/guilds/, { status: 500 })
    expect(await refusalOf(read)).toMatchObject({ status: 503 })
    const { length } = world.calls
    expect(await refusalOf(read)).toMatchObject({ status: 503 })
    expect(world.calls).toHaveLength(length)
    end()
    await expireClaimsOfGuild(it.app, id)
    expect(await managesGuild(it.app, { guildId: id, userId: user.id })).toBe(false)
    expect(await refusalOf(read)).toMatchObject({ status: 403 })
    expect(await actions(id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
  })

  test('a batch that is refused still expires the claims of its known servers', async () => {
    const { id, ctx, member } = await aPlace()
    await claimGuild(await ctx(), { guildId: id })
    const actor = { id: member.user.id, name: 'Ada', is_bot: false }
    const events = [
      anEvent({ guild_id: id, type: 'MEMBER_LEAVE', actor }),
      anEvent({ guild_id: aSnowflake(), type: 'MEMBER_LEAVE' }),
    ]
    const report = (bound: string | null) =>
      handleFrames(it.ctx(runner(bound)), 's', [{ op: 'events', d: { batch_id: 'b', events } }])
    await report(aSnowflake())
    expect(await checked(id)).toBe(NOON)
    expect(await report(null)).toMatchObject([{ op: 'error' }, { op: 'ack', d: { outcome: 'unknown' } }])
    expect(await checked(id)).toBe(NEVER)
  })
})
