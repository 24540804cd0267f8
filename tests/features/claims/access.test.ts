import { describe, expect, test } from 'vitest'
import { allow, type Role } from '#app/access.ts'
import { claimGuild, listFound, storeFound } from '#app/features/claims/claims.server.ts'
import { addManager } from '#app/features/guilds/managers.server.ts'
import type { ChosenState } from '#app/features/guilds/schema.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { sessionActor } from '#app/http/auth/authenticate.server.ts'
import { claimsOn, later } from '#tests/support/db/claims.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, keyOf, refusalOf, runner, userWith } from '#tests/support/factories.ts'
import { aCaller, caller } from '#tests/support/http/route-client.ts'

describe.each(engineNames)('%s', (engine) => {
  const claims = claimsOn(engine)
  const pathOf = ({ id }: { id: string }) => `/api/profile/guilds/${id}`

  test('after a claim is given up, a repeated request does not claim the server again', async () => {
    const place = await claims.aPlace()
    const call = caller(claims.it, place.token)
    const claim = () => call('PUT', pathOf(place), { headers: { 'Idempotency-Key': `claim-of-${place.id}` } })
    expect((await claim()).status).toBe(204)
    expect(await claims.claimIn(place.id)).toBeDefined()
    expect((await call('DELETE', pathOf(place))).status).toBe(204)
    const again = await claim()
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([204, 'true'])
    expect(await claims.claimIn(place.id)).toBeUndefined()
    expect(await claims.actions(place.id)).toEqual(['guild.claimed', 'guild.claim_released'])
  })

  test('reading the list neither asks Discord nor stores anything', async () => {
    const place = await claims.aPlace()
    await storeFound(await place.ctx(), place.user.id, [{ id: place.id, name: 'Harbour' }])
    const { length } = claims.world.calls
    const call = caller(claims.it, place.token)
    const answer = await call('GET', '/api/profile/guilds')
    expect(await answer.json()).toMatchObject({ guilds: [{ id: place.id, option: 'claim' }] })
    for (const method of ['GET', 'HEAD', 'POST']) expect((await call(method, pathOf(place))).status).toBe(405)
    expect(claims.world.calls).toHaveLength(length)
    expect(await claims.claimIn(place.id)).toBeUndefined()
  })

  test('the list shows the state of a server that is not served, also to its managers', async () => {
    const [claimed, managed] = [await claims.aPlace(), await claims.aPlace()]
    await claimGuild(await claimed.ctx(), { guildId: claimed.id })
    const admin = await anAdministrator(claims.it)
    await addManager(admin, { guildId: managed.id, userId: managed.user.id })
    for (const place of [claimed, managed]) {
      await storeFound(await place.ctx(), place.user.id, [{ id: place.id, name: 'Harbour' }])
      const call = caller(claims.it, place.token)
      const option = async () =>
        ((await (await call('GET', '/api/profile/guilds')).json()) as { guilds: { option: string }[] })
          .guilds[0]!.option
      const set = (state: ChosenState) => setGuildState(claims.it.ctx(), { id: place.id, state })
      expect(await option()).toBe(place === claimed ? 'claimed' : 'managed')
      await set('pending')
      expect(await option()).toBe('wait')
      await set('blocked')
      expect(await option()).toBe('blocked')
      await set('pending')
      expect(await option()).toBe('add')
    }
  })

  test.each(['member', 'editor', 'admin', 'owner'] as const)(
    'the role %s alone claims no server',
    async (role: Role) => {
      const place = await claims.aPlace()
      const { call } = await aCaller(claims.it, role)
      expect((await call('PUT', pathOf(place))).status).toBe(403)
      expect(await claims.claimIn(place.id)).toBeUndefined()
    },
  )

  test('keys, runners, visitors and the demo have no servers of their own', async () => {
    const place = await claims.aPlace()
    const demo = { ...userWith('owner'), readOnly: true as const, guildIds: [place.id] }
    for (const actor of [keyOf(place.id), runner(), runner(place.id), demo]) {
      const ctx = claims.it.ctx(actor as never)
      expect(await refusalOf(() => claimGuild(ctx, { guildId: place.id }))).toMatchObject({ status: 403 })
      expect(await refusalOf(() => listFound(ctx))).toMatchObject({ status: 403 })
    }
    expect((await caller(claims.it)('PUT', pathOf(place))).status).toBe(401)
    expect((await caller(claims.it)('GET', '/api/profile/guilds')).status).toBe(401)
  })

  test('a server that the bot does not know, as in the demo, cannot be claimed', async () => {
    const [place, { id }] = [await claims.aPlace(), await aGuild(claims.it)]
    expect((await caller(claims.it, place.token)('PUT', pathOf({ id }))).status).toBe(403)
    expect(await claims.claimIn(id)).toBeUndefined()
  })

  test('no spelling of a path avoids the check before a write', async () => {
    const place = await claims.aPlace()
    await claimGuild(await place.ctx(), { guildId: place.id })
    place.member.roles = []
    claims.it.at(later(11))
    const encoded = `%3${place.id[0]}${place.id.slice(1)}`
    const paths = [
      `/api/guilds/${encoded}/settings`,
      `/api//guilds/${place.id}/settings`,
      `/API/guilds/${place.id}/settings`,
      `/api/guilds/0${place.id}/settings`,
      `/api/guilds/${place.id}/settings`,
    ]
    for (const path of paths) {
      const request = new Request(`http://localhost${path}`, {
        method: 'PUT',
        headers: { Cookie: `session=${place.token}` },
      })
      const actor = await sessionActor({ app: claims.it.app, facts: {} } as never, request)
      expect(() => allow({ actor }, 'guild:write', place.id), path).toThrow(/could not be checked|suspended/)
    }
    expect(await claims.claimIn(place.id)).toMatchObject({ suspended_at: later(11) })
  })
})
