import { beforeEach, describe, expect, test, vi } from 'vitest'
import { claimGuild, recheckClaims } from '#app/features/claims/claims.server.ts'
import { NEVER_CHECKED } from '#app/access.ts'
import { expireClaims } from '#app/features/guilds/managers.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'
import { newId } from '#tests/mocks/fake-discord-world.ts'
import { claimsOn } from '#tests/support/db/claims.ts'
import { engineNames } from '#tests/support/engines.ts'
import { NOON } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  const claims = claimsOn(engine)
  beforeEach(async () => void (await claims.it.app.db.deleteFrom('guild_claims').execute()))

  async function aDuePlace() {
    const place = await claims.aPlace()
    await claimGuild(await place.ctx(), { guildId: place.id })
    await expireClaims(claims.it.app, place.id)
    return place
  }

  /** Adds servers whose claims are due, and returns their ids. */
  async function dueServers(count: number) {
    const { db } = claims.it.app
    const { id } = await aDuePlace()
    const claim = await db
      .selectFrom('guild_claims')
      .selectAll()
      .where('guild_id', '=', id)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: count }, newId)
    await db
      .insertInto('guilds')
      .values(ids.map((one) => ({ id: one, name: 'Harbour', state: 'active', created_at: NOON })))
      .execute()
    await db
      .insertInto('guild_claims')
      .values(ids.map((guild_id) => ({ ...claim, guild_id })))
      .execute()
    await db.deleteFrom('guild_claims').where('guild_id', '=', id).execute()
    return ids
  }

  const tried = async () =>
    (
      await claims.it.app.db
        .selectFrom('guild_claims')
        .select(['guild_id', 'tried_at', 'checked_at'])
        .execute()
    )
      .filter(({ tried_at, checked_at }) => tried_at !== NEVER_CHECKED || checked_at !== NEVER_CHECKED)
      .map(({ guild_id }) => guild_id)

  test('a hundred failing servers do not delay the check of another server by a pass', async () => {
    const ids = new Set(await dueServers(100))
    const lost = await aDuePlace()
    lost.member.roles = []
    const ctx = claims.it.ctx()
    const discord: typeof ctx.discord = {
      async request(call) {
        if (ids.has(call.path.split('/')[2]!)) throw new DiscordError({ reason: 'down', how: 'returned 500' })
        return ctx.discord.request(call)
      },
    }
    const began = performance.now()
    for (let pass = 0; pass < 2; pass += 1) await recheckClaims({ ...ctx, discord })
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await claims.actions(lost.id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
    expect(await tried()).toHaveLength(101)
  })

  test('a pass ends after 20 seconds, and the next one continues with other claims', async () => {
    const ids = await dueServers(12)
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => time)
    const slow = claims.during(claims.it.ctx(), () => void (time += 3_000))
    const end = claims.world.trouble(/^\/guilds/, { status: 200, body: { roles: [] } })
    await recheckClaims(slow)
    expect(await tried()).toHaveLength(4)
    await recheckClaims(slow)
    await recheckClaims(slow)
    end()
    expect((await tried()).toSorted()).toEqual(ids.toSorted())
  })

  test('a rejected token ends a pass with the first call, and so does a stop', async () => {
    await dueServers(5)
    await recheckClaims(claims.it.ctx(), { stopping: () => true })
    expect(await tried()).toEqual([])
    const end = claims.world.trouble(/^\/guilds/, { status: 401, body: { code: 0, message: 'No' } })
    await recheckClaims(claims.it.ctx())
    end()
    expect(await tried()).toHaveLength(1)
  })

  test('a server that the bot cannot see suspends its claim, an unserved one waits', async () => {
    const [broken, foreign, left] = [await aDuePlace(), await aDuePlace(), await aDuePlace()]
    await setGuildState(claims.it.ctx(), { id: left.id, state: 'pending' })
    const ends = [
      claims.world.trouble(`/guilds/${broken.id}`, { status: 400, body: { code: 50_035, message: 'No' } }),
      claims.world.trouble(`/guilds/${foreign.id}`, { status: 403, body: { code: 50_001, message: 'No' } }),
    ]
    await recheckClaims(claims.it.ctx())
    for (const end of ends) end()
    expect(await claims.actions(foreign.id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
    expect(await claims.actions(broken.id)).toEqual(['guild.claimed'])
    expect((await claims.claimIn(broken.id))?.tried_at).toBe(NOON)
    expect((await claims.claimIn(left.id))?.checked_at).toBe(NEVER_CHECKED)
  })
})
