import { describe, expect, test } from 'vitest'
import { NEVER_CHECKED } from '#app/access.ts'
import { claimGuild } from '#app/features/claims/claims.server.ts'
import { createPartBuffer } from '#app/features/directory/parts.ts'
import { patchDirectory, recordDirectory } from '#app/features/directory/report.server.ts'
import { directoryMessages } from '#app/features/directory/schema.ts'
import { reportGuild, reportGuildList } from '#app/features/guilds/reports.server.ts'
import type { GuildReport } from '#app/features/guilds/schema.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { readSettings } from '#app/features/settings/settings.server.ts'
import { claimsOn } from '#tests/support/db/claims.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aSnowflake, NOON, refusalOf, runner } from '#tests/support/factories.ts'

const now = Date.parse(NOON)
const application_id = '900000000000000001'

describe.each(engineNames)('%s', (engine) => {
  const claims = claimsOn(engine)
  const report = (guild_id: string, over: Partial<GuildReport> = {}) =>
    reportGuild(claims.it.ctx(runner()), { guild_id, state: 'available', name: 'Harbour', ...over })

  async function aClaim() {
    const place = await claims.aPlace()
    const guildId = place.id
    await claimGuild(await place.ctx(), { guildId })
    const isExpired = async () => (await claims.claimIn(guildId))?.checked_at === NEVER_CHECKED
    /** Checks the claim again, so that the next expiry shows. */
    const check = async () => {
      await place.ctx()
      expect(await isExpired()).toBe(false)
    }
    return { ...place, isExpired, check, read: async () => readSettings(await place.ctx(), { guildId }) }
  }

  test('a permission lost while the bot was removed is noticed when it returns', async () => {
    const { id, member, read } = await aClaim()
    await report(id, { state: 'left' })
    member.roles = []
    await report(id)
    expect(await refusalOf(read)).toMatchObject({
      status: 403,
      message: expect.stringContaining('suspended'),
    })
    expect(await claims.actions(id)).toEqual(['guild.claimed', 'guild.claim_suspended'])
  })

  test('a removal expires the claim, and so does the return', async () => {
    const { id, isExpired, check, read } = await aClaim()
    await report(id, { application_id })
    expect(await isExpired()).toBe(false)
    await reportGuildList(claims.it.ctx(runner(id)), {
      ...{ application_id, shard: 0, shards: 1, guild_ids: [] },
    })
    expect(await isExpired()).toBe(true)
    await check()
    await report(id)
    expect(await isExpired()).toBe(true)
    expect(await read()).toMatchObject({ version: 0 })
  })

  test('a bot that the operator removed expires the claim when it returns', async () => {
    const { id, isExpired } = await aClaim()
    await setGuildState(claims.it.ctx(), { id, state: 'left' })
    await report(id)
    expect(await isExpired()).toBe(true)
  })

  test('after an outage the claim is checked again, and not during it', async () => {
    const { id, isExpired } = await aClaim()
    await report(id, { state: 'unavailable' })
    expect(await isExpired()).toBe(false)
    await report(id)
    expect(await isExpired()).toBe(true)
  })

  test('a reported owner that differs from the stored one expires the claim', async () => {
    const { id, isExpired, check } = await aClaim()
    const owner_id = aSnowflake()
    await report(id, { owner_id })
    expect(await isExpired()).toBe(true)
    await check()
    await report(id, { owner_id })
    await report(id)
    expect(await isExpired()).toBe(false)
    await report(id, { owner_id: aSnowflake() })
    expect(await isExpired()).toBe(true)
    await check()
    await report(id, { access_changed: true })
    expect(await isExpired()).toBe(true)
  })

  test('reported roles that differ from the stored ones expire the claim', async () => {
    const { id, isExpired, check, role } = await aClaim()
    const crew = { id: role.id, name: 'Crew', position: 1, permissions: '32' }
    const other = { id: aSnowflake(), name: 'Other', position: 2, permissions: '0' }
    const about = { guild_id: id, kind: 'roles' }
    const whole = (rev: number, items: object[]) => {
      const frame = directoryMessages.directory.parse({ ...about, rev, part: 1, of: 1, items })
      return recordDirectory(claims.it.ctx(runner()), { frame, parts: createPartBuffer() })
    }
    const patch = (rev: number, put: object[], del: string[] = []) => {
      const given = { ...about, rev, base_rev: rev - 1, put, del }
      return patchDirectory(claims.it.ctx(runner()), directoryMessages.directory_patch.parse(given))
    }
    await whole(now, [crew])
    await check()
    await whole(now + 1, [crew, other])
    await patch(now + 2, [{ ...crew, name: 'Sailors', position: 3 }])
    expect(await isExpired()).toBe(false)
    const changes = [
      () => whole(now + 3, [{ ...crew, permissions: '0' }, other]),
      () => patch(now + 4, [crew]),
      () => patch(now + 5, [], [other.id]),
      () => whole(now + 6, []),
    ]
    for (const change of changes) {
      expect(await change()).toEqual([])
      expect(await isExpired()).toBe(true)
      await check()
    }
  })
})
