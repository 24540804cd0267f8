import { describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { signInWithIdentity, unlinkIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import {
  claimGuild,
  listFound,
  recheckClaims,
  releaseClaim,
  storeFound,
} from '#app/features/claims/claims.server.ts'
import { changeUser } from '#app/features/accounts/users.server.ts'
import { NEVER_CHECKED } from '#app/access.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { expireClaims, managesGuild } from '#app/features/guilds/managers.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { claimsOn, later } from '#tests/support/db/claims.ts'
import { anIdentity } from '#tests/support/db/people.ts'
import { engineNames } from '#tests/support/engines.ts'
import { refusalOf } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  const claims = claimsOn(engine)
  type Place = Awaited<ReturnType<typeof claims.aPlace>>

  const unlink = async ({ ctx }: Place) => unlinkIdentity(await ctx(), { provider: 'discord' })
  const ended = { status: 409, message: expect.stringContaining('during the check') }

  /** Runs an action once, after a check of a claim has read the member for the first or second time. */
  const afterMember = (ctx: Context, check: number, act: () => unknown) => {
    let count = 0
    return claims.during(ctx, async (path) => {
      if (path.includes('/members/') && ++count === check) await act()
    })
  }
  const afterCheck = async ({ ctx }: Place, check: number, act: () => unknown) =>
    afterMember(await ctx(), check, act)

  test.each([1, 2])(
    'a claim whose link ends during check %i is a conflict and is not stored',
    async (check) => {
      const place = await claims.aPlace()
      const ctx = await afterCheck(place, check, () => unlink(place))
      expect(await refusalOf(() => claimGuild(ctx, { guildId: place.id }))).toMatchObject(ended)
      expect(await claims.claimIn(place.id)).toBeUndefined()
      expect(await claims.actions(place.id)).toHaveLength(check - 1)
      expect(await refusalOf(async () => claimGuild(await place.ctx(), { guildId: place.id }))).toMatchObject(
        {
          status: 403,
          message: expect.stringMatching(/^Link your Discord account first/),
        },
      )
    },
  )

  test('an account that is deleted during the check claims nothing', async () => {
    const place = await claims.aPlace()
    const remove = async () => claims.it.app.db.deleteFrom('users').where('id', '=', place.user.id).execute()
    const ctx = await afterCheck(place, 1, remove)
    expect(await refusalOf(() => claimGuild(ctx, { guildId: place.id }))).toMatchObject(ended)
    expect(await claims.claimIn(place.id)).toBeUndefined()
  })

  test('a permission that is revoked between the two checks suspends the new claim', async () => {
    const place = await claims.aPlace()
    const ctx = await afterCheck(place, 1, () => (place.member.roles = []))
    expect(await refusalOf(() => claimGuild(ctx, { guildId: place.id }))).toMatchObject({ status: 403 })
    expect(await claims.claimIn(place.id)).toMatchObject({ suspended_at: expect.any(String) })
    expect(await refusalOf(place.save)).toMatchObject({ status: 403 })
  })

  test('a server that is blocked during the check is not claimed', async () => {
    const place = await claims.aPlace()
    const block = () => setGuildState(claims.it.ctx(), { id: place.id, state: 'blocked' })
    const ctx = await afterCheck(place, 1, block)
    expect(await refusalOf(() => claimGuild(ctx, { guildId: place.id }))).toMatchObject({
      status: 403,
      message: expect.stringContaining('blocked'),
    })
    expect(await claims.claimIn(place.id)).toBeUndefined()
  })

  test('a check of a claim does not count for the claim that replaced it', async () => {
    const place = await claims.aPlace()
    const key = { guildId: place.id }
    await claimGuild(await place.ctx(), key)
    await expireClaims(claims.it.app, place.id)
    const replace = async () => {
      claims.it.at(later(1))
      await releaseClaim(await place.ctx(), key)
      let end = () => {}
      const broken = await afterCheck(
        place,
        1,
        () => (end = claims.world.trouble(/^\/guilds/, { status: 500 })),
      )
      expect(await refusalOf(() => claimGuild(broken, key))).toMatchObject({ status: 503 })
      end()
    }
    await recheckClaims(afterMember(claims.it.ctx(), 1, replace))
    expect(await managesGuild(claims.it.app, { ...key, userId: place.user.id })).toBe(false)
    expect(await claims.claimIn(place.id)).toMatchObject({ checked_at: NEVER_CHECKED })
  })

  test('two people with the permission manage a server, and one gives up their claim', async () => {
    const place = await claims.aPlace()
    const other = await claims.aPlace({ guild: place })
    const key = { guildId: place.id }
    await Promise.all([place, other].map(async ({ ctx }) => claimGuild(await ctx(), key)))
    await releaseClaim(await place.ctx(), key)
    expect(await managesGuild(claims.it.app, { ...key, userId: place.user.id })).toBe(false)
    expect(await managesGuild(claims.it.app, { ...key, userId: other.user.id })).toBe(true)
  })

  test('claims and lists do not follow a Discord account that moves to another user', async () => {
    const [place, other] = [await claims.aPlace(), await claims.aPlace({ holds: false })]
    const key = { guildId: place.id }
    await storeFound(await place.ctx(), place.user.id, [{ id: place.id, name: 'Harbour' }])
    await claimGuild(await place.ctx(), key)
    await unlink(place)
    await unlink(other)
    claims.it.at(later(1))
    const profile = { provider: 'discord' as const, id: place.member.user.id }
    await signInWithIdentity(await other.ctx(), anIdentity(profile))
    await signInWithIdentity(await place.ctx(), anIdentity({ provider: 'discord' }))
    expect([await listFound(await place.ctx()), await listFound(await other.ctx())]).toEqual([[], []])
    expect(await claims.claimIn(place.id)).toBeUndefined()
    expect(await refusalOf(async () => claimGuild(await place.ctx(), key))).toMatchObject({ status: 403 })
    await claimGuild(await other.ctx(), key)
    expect(await claims.claimIn(place.id)).toMatchObject({ user_id: other.user.id })
  })

  test('a disabled account manages nothing, and its claim survives', async () => {
    const place = await claims.aPlace()
    await claimGuild(await place.ctx(), { guildId: place.id })
    const admin = await anAdministrator(claims.it)
    await changeUser(admin, { id: place.user.id, disabled: true })
    expect(await actorOfSession(claims.it.app, place.token)).toEqual({ kind: 'anonymous' })
    expect(await refusalOf(place.save)).toMatchObject({ status: 401 })
    expect(await claims.claimIn(place.id)).toBeDefined()
  })
})
