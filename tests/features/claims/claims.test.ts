import { describe, expect, test } from 'vitest'
import { allow } from '#app/access.ts'
import {
  claimGuild,
  listClaims,
  listFound,
  releaseClaim,
  removeClaim,
  storeFound,
} from '#app/features/claims/claims.server.ts'
import { managesGuild } from '#app/features/guilds/managers.server.ts'
import { readSettings } from '#app/features/settings/settings.server.ts'
import { claimsOn, later } from '#tests/support/db/claims.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aSnowflake, refusalOf } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  const claims = claimsOn(engine)

  test('a person with Manage Server claims a server, and manages it', async () => {
    const { id, ctx, save } = await claims.aPlace()
    expect(await refusalOf(save)).toMatchObject({ status: 403 })
    await claimGuild(await ctx(), { guildId: id })
    expect(await save()).toMatchObject({ version: 1 })
    await releaseClaim(await ctx(), { guildId: id })
    expect(await refusalOf(async () => readSettings(await ctx(), { guildId: id }))).toMatchObject({
      status: 403,
    })
    expect(await claims.actions(id)).toEqual(['guild.claimed', 'guild.claim_released'])
  })

  test('administrators see and remove the claims of a server, and managers do not', async () => {
    const { id, user, ctx } = await claims.aPlace()
    await claimGuild(await ctx(), { guildId: id })
    const own = await ctx('PUT')
    expect(await refusalOf(() => listClaims(own, { guildId: id }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => removeClaim(own, { guildId: id, userId: user.id }))).toMatchObject({
      status: 403,
    })
    const managed = { guildId: id, userId: user.id }
    expect(await managesGuild(claims.it.ctx(), managed)).toBe(true)
    const admin = await anAdministrator(claims.it)
    expect(await listClaims(admin, { guildId: id })).toMatchObject([
      { user_id: user.id, email: user.email, suspended_at: null },
    ])
    await removeClaim(admin, { guildId: (await claims.aPlace()).id, userId: user.id })
    expect(await managesGuild(claims.it.ctx(), managed)).toBe(true)
    await removeClaim(admin, managed)
    expect(await managesGuild(claims.it.ctx(), managed)).toBe(false)
    expect((await ctx()).actor).toMatchObject({ guildIds: [] })
  })

  test('a permission that was revoked after the list was read allows no claim', async () => {
    const { id, ctx, user, member } = await claims.aPlace()
    await storeFound(await ctx(), user.id, [{ id, name: 'Harbour' }])
    member.roles = []
    expect(await listFound(await ctx())).toMatchObject([{ id, option: 'claim' }])
    expect(await refusalOf(async () => claimGuild(await ctx(), { guildId: id }))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/^Discord reports that you do not have the Manage Server permission/),
    })
    expect([await claims.claimIn(id), await claims.actions(id)]).toEqual([undefined, []])
  })

  test('forged, pending and foreign servers cannot be claimed', async () => {
    const [own, other] = [await claims.aPlace(), await claims.aPlace()]
    const pending = await claims.aPlace({ approved: false })
    const ctx = await own.ctx()
    const refused = { status: 403, message: expect.not.stringMatching(/Harbour|approval/) }
    for (const guildId of [aSnowflake(), other.id, pending.id])
      expect(await refusalOf(() => claimGuild(ctx, { guildId }))).toMatchObject(refused)
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
    const [own, other] = [await claims.aPlace(), await claims.aPlace()]
    await claimGuild(await own.ctx(), { guildId: own.id })
    const ctx = await own.ctx('PUT')
    for (const permission of ['guild:read', 'guild:write'] as const)
      expect(await refusalOf(() => allow(ctx, permission, other.id))).toMatchObject({ status: 403 })
  })

  test('only managers learn the name and the state of a server', async () => {
    const [own, pending] = [
      await claims.aPlace({ holds: false }),
      await claims.aPlace({ approved: false, holds: false }),
    ]
    const refused = { status: 403, message: expect.not.stringMatching(/Harbour|approval/) }
    for (const { id, ctx } of [own, pending])
      expect(await refusalOf(async () => claimGuild(await ctx(), { guildId: id }))).toMatchObject(refused)
    expect(await listFound(await own.ctx())).toEqual([])
  })

  test('ten attempts in ten minutes are allowed, and a recent check is reused', async () => {
    const [own, other] = [await claims.aPlace(), await claims.aPlace()]
    await claimGuild(await own.ctx(), { guildId: own.id })
    const { length } = claims.world.calls
    await claimGuild(await own.ctx(), { guildId: own.id })
    expect(claims.world.calls).toHaveLength(length)
    const attempt = async () => claimGuild(await own.ctx(), { guildId: other.id })
    for (let count = 1; count < 10; count += 1)
      expect(await refusalOf(attempt)).toMatchObject({ status: 403 })
    expect(await refusalOf(attempt)).toMatchObject({ status: 429 })
  })

  test('concurrent claims are recorded once, and a check that restores as restored', async () => {
    const { id, ctx, member, role } = await claims.aPlace()
    const claim = async () => claimGuild(await ctx(), { guildId: id })
    await Promise.all([claim(), claim()])
    member.roles = []
    claims.it.at(later(11))
    expect(await refusalOf(claim)).toMatchObject({ status: 403 })
    member.roles = [role.id]
    await claim()
    expect(await claims.actions(id)).toEqual([
      'guild.claimed',
      'guild.claim_suspended',
      'guild.claim_restored',
    ])
  })
})
