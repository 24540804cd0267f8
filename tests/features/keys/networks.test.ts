import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guildScopes, siteScopes } from '#app/access.ts'
import { actorOfKey, createKey, listGuildKeys, listKeys, rotateKey } from '#app/features/keys/keys.server.ts'
import { purgeKeys } from '#app/features/keys/requests.server.ts'
import { createKeyInput, MAX_NETWORK_NOTICES } from '#app/features/keys/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aKey, anEmail, aUser, NOON, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let owner: { email: string }
  beforeAll(async () => {
    it = await openTestApp(engine)
    owner = await aUser(it, { role: 'owner', email: anEmail() })
  })
  beforeEach(() => it.at(NOON))
  afterAll(() => it.close())

  const notices = async (id: string) => {
    const rows = it.app.db.selectFrom('outbox').select(['recipient', 'data'])
    return (await rows.where('kind', '=', 'key_new_network').orderBy('id').execute()).filter(({ data }) =>
      String(data).includes(id),
    )
  }
  const used = async (id: string) =>
    (await it.app.db.selectFrom('key_networks').select('network').where('key_id', '=', id).execute())
      .map(({ network }) => network)
      .sort()

  test('a key works only in its networks, with IPv4 and IPv6', async () => {
    const networks = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7']
    const { key, guild_id } = await aKey(it, { networks })
    for (const address of ['192.0.2.255', '2001:db8:ffff::1', '198.51.100.7', '::ffff:c000:201'])
      expect(await actorOfKey(it.app, key, address)).toMatchObject({ guildId: guild_id })
    for (const address of ['192.0.3.1', '2001:db9::1', '198.51.100.8', 'unknown', '', null]) {
      const refusal = await refusalOf(() => actorOfKey(it.app, key, address))
      expect([address, refusal.status, refusal.code]).toEqual([address, 403, 'network_not_allowed'])
    }
    const open = await aKey(it)
    expect(await actorOfKey(it.app, open.key, '203.0.113.9')).toMatchObject({ keyId: open.id })
  })

  test('networks are checked when a key is created', () => {
    const input = { guild: '100000000000000001', name: 'A', scopes: ['stats:read'] }
    const accepted = (networks: string[]) => createKeyInput.safeParse({ ...input, networks }).success
    expect(accepted(['10.0.0.0/8', '::1', 'fd00::/8'])).toBe(true)
    for (const wrong of [[], ['10.0.0.0/33'], ['example.com'], ['10.0.0'], Array(21).fill('::1')])
      expect([wrong, accepted(wrong)]).toEqual([wrong, false])
  })

  test('a revoked or unknown key is refused before its network is compared', async () => {
    const { key } = await aKey(it, { networks: ['192.0.2.0/24'], expires_in_days: 1 })
    it.at('2026-11-23T12:00:00.000Z')
    expect(await refusalOf(() => actorOfKey(it.app, key, '203.0.113.9'))).toMatchObject({ status: 401 })
  })

  test('a rotated key keeps its networks', async () => {
    const { id } = await aKey(it, { networks: ['192.0.2.0/24'] })
    const next = await rotateKey(it.ctx(), { id, overlap_hours: 0 })
    expect(await refusalOf(() => actorOfKey(it.app, next.key, '203.0.113.9'))).toMatchObject({ status: 403 })
  })

  test('the last use has its address, and owners get one notice for each network', async () => {
    const { id, key, guild_id: guildId } = await aKey(it)
    for (const address of ['192.0.2.1', '192.0.2.200', '2001:db8:1:2::3', '192.0.2.1'])
      await actorOfKey(it.app, key, address)
    expect(await used(id)).toEqual(['192.0.2.0/24', '2001:db8:1::/48'])
    expect(await notices(id)).toMatchObject([{ recipient: owner.email }, { recipient: owner.email }])
    const [listed] = await listGuildKeys(it.ctx(), { guildId })
    expect(listed).toMatchObject({ last_used_at: NOON, last_used_address: '192.0.2.1', networks: null })
  })

  test('many new networks send a few notices a day', async () => {
    const { id, key } = await aKey(it)
    for (let n = 0; n < 9; n++) await actorOfKey(it.app, key, `10.0.${n}.1`)
    expect([(await used(id)).length, (await notices(id)).length]).toEqual([9, MAX_NETWORK_NOTICES])
    it.at('2026-11-23T12:00:00.000Z')
    await actorOfKey(it.app, key, '10.0.99.1')
    expect(await notices(id)).toHaveLength(MAX_NETWORK_NOTICES + 1)
  })

  test('networks that were not used for ninety days are forgotten', async () => {
    const { id, key } = await aKey(it)
    await actorOfKey(it.app, key, '192.0.2.1')
    it.at('2027-02-19T12:00:00.000Z')
    await purgeKeys(it.ctx())
    expect(await used(id)).toHaveLength(1)
    it.at('2027-02-19T12:00:00.001Z')
    await purgeKeys(it.ctx())
    expect(await used(id)).toEqual([])
  })

  test('a key belongs to the site or to a guild, by its scopes', async () => {
    const site = await createKey(it.ctx(), { name: 'Notes', scopes: [...siteScopes] })
    expect(await actorOfKey(it.app, site.key)).toMatchObject({ guildId: null, scopes: siteScopes })
    expect((await listKeys(it.ctx())).find(({ id }) => id === site.id)).toMatchObject({ guild_id: null })
    const wrong = [
      () => createKey(it.ctx(), { name: 'Notes', scopes: ['content:read', 'stats:read'] }),
      () => createKey(it.ctx(), { name: 'Notes', scopes: [...guildScopes] }),
      () => aKey(it, { scopes: ['stats:read', 'content:write'] }),
    ]
    for (const create of wrong)
      expect(await refusalOf(create)).toMatchObject({ status: 400, issues: [{ path: 'scopes' }] })
  })
})
