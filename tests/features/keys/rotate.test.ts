import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  actorOfKey,
  createKey,
  listGuildKeys,
  listKeys,
  revokeGuildKey,
  revokeKey,
  rotateKey,
  shortenGuildKey,
} from '#app/features/keys/keys.server.ts'
import { rotateKeyInput } from '#app/features/keys/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  aKey,
  anonymous,
  aSnowflake,
  NOON,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const HOUR = 60 * 60 * 1000
const after = (hours: number) => new Date(Date.parse(NOON) + hours * HOUR).toISOString()

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  const rotate = (id: string, overlap_hours = 24) => rotateKey(it.ctx(), { id, overlap_hours })
  const shown = async (id: string) => (await listKeys(it.ctx())).find((key) => key.id === id)!
  const audit = (id: string) =>
    it.app.db.selectFrom('audit').selectAll().where('target_id', '=', id).orderBy('id').execute()
  const isValid = async (key: string) => (await actorOfKey(it.app, key).catch(() => null)) !== null

  test('a successor opens the same, and both are valid until the overlap ends', async () => {
    const old = await aKey(it, { scopes: ['stats:read', 'commands:read'], name: 'Dashboard' })
    const made = await rotate(old.id, 2)
    expect(made).toMatchObject({
      guild_id: old.guild_id,
      scopes: old.scopes,
      name: 'Dashboard',
      expires_at: null,
      replaces: { id: old.id, ends_at: after(2) },
    })
    expect(made.key).not.toBe(old.key)
    expect(await actorOfKey(it.app, made.key)).toMatchObject({ keyId: made.id, guildId: old.guild_id })
    expect(await shown(old.id)).toMatchObject({
      replaced_by: made.id,
      expires_at: after(2),
      revoked_at: null,
    })
    it.at(after(1.99))
    expect([await isValid(old.key), await isValid(made.key)]).toEqual([true, true])
    it.at(after(2))
    expect([await isValid(old.key), await isValid(made.key)]).toEqual([false, true])
  })

  test('without an overlap the old one ends at once', async () => {
    const old = await aKey(it)
    const made = await rotate(old.id, 0)
    expect([await isValid(old.key), await isValid(made.key)]).toEqual([false, true])
  })

  test('the successor gets the original lifetime, and the old key never lives longer', async () => {
    const old = await aKey(it, { expires_in_days: 10 })
    it.at(after(9.5 * 24))
    const made = await rotate(old.id, 24)
    expect(made.expires_at).toBe(after((9.5 + 10) * 24))
    expect(made.replaces.ends_at).toBe(after(10 * 24))
  })

  test('a revoked, expired or replaced key has no successor, and the refusal says why', async () => {
    const [revoked, over, replaced] = [await aKey(it), await aKey(it, { expires_in_days: 1 }), await aKey(it)]
    await revokeKey(it.ctx(), { id: revoked.id })
    const { id: successor } = await rotate(replaced.id)
    it.at(after(24))
    for (const [{ id }, words] of [
      [revoked, 'revoked'],
      [over, 'expired'],
      [replaced, successor],
    ] as const) {
      const refusal = await refusalOf(() => rotate(id))
      expect(refusal).toMatchObject({ status: 409, code: 'conflict' })
      expect(refusal.message).toContain(words)
    }
    expect(await refusalOf(() => rotate('zzzzzzzz'))).toMatchObject({ status: 404 })
  })

  test('of two rotations at once one makes a key', async () => {
    const old = await aKey(it)
    const both = await Promise.allSettled([rotate(old.id), rotate(old.id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((one) => one.status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ status: 409 })
    expect(await listKeys(it.ctx(), { guild: old.guild_id })).toHaveLength(2)
  })

  test('making, rotating and revoking are in the audit log once each, without a secret', async () => {
    const old = await aKey(it)
    const made = await rotate(old.id)
    await revokeKey(it.ctx(), { id: old.id })
    await revokeKey(it.ctx(), { id: old.id })
    const rows = await audit(old.id)
    expect(rows.map(({ action }) => action)).toEqual(['key.created', 'key.rotated', 'key.revoked'])
    expect(rows.every((row) => row.actor_kind === 'system' && row.target_kind === 'key')).toBe(true)
    expect(JSON.parse(rows[1]!.details)).toMatchObject({ replaced_by: made.id, ends_at: after(24) })
    for (const { key } of [old, made]) expect(JSON.stringify(rows)).not.toContain(key.slice(-38))
  })

  test('a use is written once a minute, however many calls come at once', async () => {
    const { id, key } = await aKey(it)
    let writes = 0
    const counting = {
      ...it.app,
      db: it.app.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          writes += Number(result.numAffectedRows ?? 0n)
          return result
        },
      }),
    }
    await Promise.all(Array.from({ length: 8 }, () => actorOfKey(counting, key)))
    expect(writes).toBe(1)
    expect((await shown(id)).last_used_at).toBe(NOON)
  })

  test('a manager sets an earlier expiry of their guild’s key, and never a later one', async () => {
    const guild = (await aGuild(it)).id
    const [endless, tenDays, foreign] = [
      await aKey(it, { guild }),
      await aKey(it, { guild, expires_in_days: 10 }),
      await aKey(it),
    ]
    const manager = it.ctx({ ...userWith('member'), guildIds: [guild] } as never)
    const shorten = (id: string, days: number) =>
      shortenGuildKey(manager, { guildId: guild, id, expires_at: after(days * 24) })
    for (const { id } of [endless, tenDays]) {
      await shorten(id, 5)
      await shorten(id, 5)
      expect((await shown(id)).expires_at).toBe(after(5 * 24))
      for (const days of [6, 0, -1])
        expect(await refusalOf(() => shorten(id, days))).toMatchObject({
          status: 400,
          issues: [{ path: 'expires_at' }],
        })
    }
    const both = await Promise.allSettled([shorten(endless.id, 3), shorten(endless.id, 4)])
    expect(both.map(({ status }) => status)).toContain('fulfilled')
    expect((await shown(endless.id)).expires_at).toBe(after(3 * 24))
    const rows = (await audit(tenDays.id)).filter(({ action }) => action === 'key.expiry_changed')
    expect(rows.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { guild_id: guild, from: after(10 * 24), to: after(5 * 24) },
    ])
    expect(await refusalOf(() => shorten(foreign.id, 1))).toMatchObject({ status: 404 })
    const elsewhere = { guildId: foreign.guild_id, id: foreign.id, expires_at: after(24) }
    expect(await refusalOf(() => shortenGuildKey(manager, elsewhere))).toMatchObject({ status: 403 })
    await revokeKey(it.ctx(), { id: tenDays.id })
    expect(await refusalOf(() => shorten(tenDays.id, 1))).toMatchObject({ status: 409 })
    it.at(after(3 * 24))
    expect(await isValid(endless.key)).toBe(false)
    expect(await refusalOf(() => shorten(endless.id, 4))).toMatchObject({ status: 409 })
  })

  test('whoever manages a guild sees its keys and how each stands, and ends one of them', async () => {
    const guild = (await aGuild(it)).id
    const [live, over, gone] = [
      await aKey(it, { guild }),
      await aKey(it, { guild, expires_in_days: 1 }),
      await aKey(it, { guild }),
    ]
    const foreign = await aKey(it)
    const manager = it.ctx({ ...userWith('member'), guildIds: [guild] } as never)
    await revokeGuildKey(manager, { guildId: guild, id: gone.id })
    await revokeGuildKey(manager, { guildId: guild, id: gone.id })
    it.at(after(24))
    const keys = await listGuildKeys(manager, { guildId: guild })
    const states = Object.fromEntries(keys.map(({ id, state }) => [id, state]))
    expect(states).toEqual({ [live.id]: 'active', [over.id]: 'expired', [gone.id]: 'revoked' })
    expect(Object.keys(keys[0]!).sort()).toEqual(
      [
        'created_at',
        'expires_at',
        'id',
        'last_used_address',
        'last_used_at',
        'name',
        'networks',
        'replaced_by',
        'revoked_at',
        'scopes',
        'state',
      ].sort(),
    )
    const rows = await audit(gone.id)
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['key.created', null],
      ['key.revoked', 'u'],
    ])
    for (const id of [foreign.id, 'zzzzzzzz']) {
      expect(await refusalOf(() => revokeGuildKey(manager, { guildId: guild, id }))).toMatchObject({
        status: 404,
      })
    }
    expect(await isValid(foreign.key)).toBe(true)
    const { guild_id: guildId } = foreign
    expect(await refusalOf(() => revokeGuildKey(manager, { guildId, id: foreign.id }))).toMatchObject({
      status: 403,
    })
    expect(await refusalOf(() => listGuildKeys(manager, { guildId }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => listGuildKeys(it.ctx(), { guildId: aSnowflake() }))).toMatchObject({
      status: 404,
    })
  })

  test('nobody but the service itself makes or rotates a key', async () => {
    const { id, guild_id } = await aKey(it)
    for (const [actor, status] of [
      [anonymous, 401],
      [userWith('owner'), 403],
    ] as const) {
      const ctx = it.ctx(actor)
      expect(await refusalOf(() => rotateKey(ctx, { id, overlap_hours: 1 }))).toMatchObject({ status })
      const input = { guild: guild_id, name: 'n', scopes: ['stats:read' as const] }
      expect(await refusalOf(() => createKey(ctx, input))).toMatchObject({ status })
    }
  })
})

test('an overlap is from none to thirty days, and a day when nothing is said', () => {
  expect(rotateKeyInput.parse({ id: 'aaaaaaaa' }).overlap_hours).toBe(24)
  for (const overlap_hours of [-1, 721, 1.5]) {
    expect(rotateKeyInput.safeParse({ id: 'aaaaaaaa', overlap_hours }).success).toBe(false)
  }
})
