import { describe, expect, test } from 'vitest'
import { unlinkIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import {
  claimGuild,
  expireClaimsOfMembers,
  listFound,
  recheckClaims,
} from '#app/features/claims/claims.server.ts'
import { NEVER_CHECKED } from '#app/access.ts'
import { addManager, expireClaims, managesGuild } from '#app/features/guilds/managers.server.ts'
import { readSettings } from '#app/features/settings/settings.server.ts'
import { handleFrames } from '#app/http/runner/handlers.server.ts'
import { claimsOn, later } from '#tests/support/db/claims.ts'
import { actingAs } from '#tests/support/db/people.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEvent, aSnowflake, aUser, NOON, refusalOf, runner } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  const claims = claimsOn(engine)
  const checked = async (id: string) => (await claims.claimIn(id))?.checked_at

  test('after ten minutes a write checks again, and a lost permission suspends', async () => {
    const { id, ctx, save, member, role } = await claims.aPlace()
    await claimGuild(await ctx(), { guildId: id })
    member.roles = []
    claims.it.at(later(9))
    await save()
    claims.it.at(later(11))
    expect(await refusalOf(() => save(1))).toMatchObject({
      status: 403,
      message: expect.stringContaining('suspended'),
    })
    expect(await refusalOf(async () => readSettings(await ctx(), { guildId: id }))).toMatchObject({
      message: expect.stringContaining('Nothing was deleted'),
    })
    expect(await listFound(await ctx())).toMatchObject([{ id, option: 'suspended' }])
    member.roles = [role.id]
    claims.it.at(later(22))
    expect(await save(1)).toMatchObject({ version: 2 })
    expect(await claims.actions(id)).toEqual([
      'guild.claimed',
      'guild.claim_suspended',
      'guild.claim_restored',
    ])
  })

  test('while Discord is down, reading stays possible and old checks do not allow writes', async () => {
    const { id, ctx, save } = await claims.aPlace()
    await claimGuild(await ctx(), { guildId: id })
    const end = claims.world.trouble(/^\/guilds/, { status: 500 })
    await save()
    claims.it.at(later(11))
    expect(await refusalOf(() => save(1))).toMatchObject({ status: 503 })
    expect(await readSettings(await ctx(), { guildId: id })).toMatchObject({ version: 1 })
    end()
    expect(await save(1)).toMatchObject({ version: 2 })
  })

  test('an event about the member or the roles ends the validity of the check', async () => {
    const { id, ctx, save, member } = await claims.aPlace()
    await claimGuild(await ctx(), { guildId: id })
    await expireClaimsOfMembers(claims.it.ctx(runner()), [anEvent({ guild_id: id, type: 'MEMBER_LEAVE' })])
    const end = claims.world.trouble(/^\/guilds/, { status: 500 })
    await save()
    end()
    const actor = { id: member.user.id, name: 'Ada', is_bot: false }
    await expireClaimsOfMembers(claims.it.ctx(runner()), [
      anEvent({ guild_id: id, type: 'MEMBER_ROLE_REMOVE', actor }),
    ])
    member.roles = []
    await recheckClaims(claims.it.ctx())
    expect(await refusalOf(() => save(1))).toMatchObject({ status: 403 })
    await expireClaims(claims.it.app, id)
    await recheckClaims(claims.it.ctx())
    expect(await claims.actions(id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
  })

  test('a manager who was added by hand is not checked', async () => {
    const { id, ctx, save, user, member } = await claims.aPlace()
    const admin = actingAs(claims.it, await aUser(claims.it, { role: 'admin' }))
    await claimGuild(await ctx(), { guildId: id })
    await addManager(admin, { guildId: id, userId: user.id })
    member.roles = []
    claims.it.at(later(60))
    expect(await save()).toMatchObject({ version: 1 })
  })

  test('unlinking Discord deletes the claim, and another link does not restore it', async () => {
    const { id, user, save, ctx } = await claims.aPlace()
    await claimGuild(await ctx(), { guildId: id })
    await unlinkIdentity(await ctx(), { provider: 'discord' })
    expect(await refusalOf(save)).toMatchObject({ status: 403 })
    expect(await managesGuild(claims.it.app, { guildId: id, userId: user.id })).toBe(false)
    expect(await refusalOf(async () => claimGuild(await ctx(), { guildId: id }))).toMatchObject({
      status: 403,
    })
  })

  test('a check does not overwrite an event that came meanwhile', async () => {
    const { id, ctx, save } = await claims.aPlace()
    await claimGuild(await ctx(), { guildId: id })
    await expireClaims(claims.it.app, id)
    const { it } = claims
    await recheckClaims(claims.during(it.ctx(), () => expireClaims(it.app, id)))
    const end = claims.world.trouble(/^\/guilds/, { status: 500 })
    expect(await refusalOf(save)).toMatchObject({ status: 503 })
    end()
    expect(await save()).toMatchObject({ version: 1 })
  })

  test('reads need a check of the last day, and after an event a new one', async () => {
    const { id, ctx, user, member } = await claims.aPlace()
    const read = async () => readSettings(await ctx(), { guildId: id })
    await claimGuild(await ctx(), { guildId: id })
    member.roles = []
    claims.it.at(later(23 * 60))
    await read()
    claims.it.at(later(25 * 60))
    const end = claims.world.trouble(/^\/guilds/, { status: 500 })
    expect(await refusalOf(read)).toMatchObject({ status: 503 })
    const { length } = claims.world.calls
    expect(await refusalOf(read)).toMatchObject({ status: 503 })
    expect(claims.world.calls).toHaveLength(length)
    end()
    await expireClaims(claims.it.app, id)
    expect(await managesGuild(claims.it.app, { guildId: id, userId: user.id })).toBe(false)
    expect(await refusalOf(read)).toMatchObject({ status: 403 })
    expect(await claims.actions(id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
  })

  test('a batch that is refused still expires the claims of its known servers', async () => {
    const { id, ctx, member } = await claims.aPlace()
    await claimGuild(await ctx(), { guildId: id })
    const actor = { id: member.user.id, name: 'Ada', is_bot: false }
    const events = [
      anEvent({ guild_id: id, type: 'MEMBER_LEAVE', actor }),
      anEvent({ guild_id: aSnowflake(), type: 'MEMBER_LEAVE' }),
    ]
    const report = (bound: string | null) =>
      handleFrames(claims.it.ctx(runner(bound)), 's', [{ op: 'events', d: { batch_id: 'b', events } }])
    await report(aSnowflake())
    expect(await checked(id)).toBe(NOON)
    expect(await report(null)).toMatchObject([{ op: 'error' }, { op: 'ack', d: { outcome: 'unknown' } }])
    expect(await checked(id)).toBe(NEVER_CHECKED)
  })
})
