import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOfKey, createKey, listKeys, revokeKey } from '#app/features/keys/keys.server.ts'
import { createKeyInput, KEY_PREFIX } from '#app/features/keys/schema.ts'
import { makeToken, tokenId } from '#app/platform/security/tokens.server.ts'
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
import { tries } from '#tests/support/depth.ts'

const format = /^sgn_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/
const after = (milliseconds: number) => new Date(Date.parse(NOON) + milliseconds).toISOString()

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  const row = (id: string) =>
    it.app.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('a key stands for its guild and its scopes', async () => {
    const made = await aKey(it, { scopes: ['stats:read', 'settings:read'] })
    expect(made.key).toMatch(format)
    expect(made.key.slice(KEY_PREFIX.length, KEY_PREFIX.length + 8)).toBe(made.id)
    expect(await actorOfKey(it.app, made.key)).toEqual({
      kind: 'key',
      keyId: made.id,
      name: made.name,
      guildId: made.guild_id,
      scopes: ['stats:read', 'settings:read'],
    })
  })

  test('malformed, unknown, revoked and expired keys are one and the same refusal', async () => {
    const [revoked, expired] = [await aKey(it), await aKey(it, { expires_in_days: 1 })]
    await revokeKey(it.ctx(), { id: revoked.id })
    expect(await actorOfKey(it.app, expired.key)).toMatchObject({ kind: 'key' })
    it.at(after(24 * 60 * 60 * 1000))
    const texts = ['hunter2', '', makeToken(KEY_PREFIX).text, revoked.key, expired.key]
    for (const text of texts) {
      const { message, ...rest } = await refusalOf(() => actorOfKey(it.app, text))
      expect({ message, ...rest }).toMatchObject({
        message: 'The API key is not valid. Check that the key is complete and active.',
        status: 401,
        code: 'invalid_token',
        issues: undefined,
        headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
      })
    }
  })

  test('a key with the id of another and a secret of its own is refused', async () => {
    const { id } = await aKey(it)
    const forged = makeToken(KEY_PREFIX).text
    await it.app.db
      .updateTable('api_keys')
      .set({ id: tokenId(KEY_PREFIX, forged)! })
      .where('id', '=', id)
      .execute()
    expect(await refusalOf(() => actorOfKey(it.app, forged))).toMatchObject({ code: 'invalid_token' })
  })

  test('no column of a key holds the key or its secret', async () => {
    const { id, key } = await aKey(it)
    const stored = JSON.stringify(await row(id))
    expect(stored).not.toContain(key)
    expect(stored).not.toContain(key.slice(-38))
    expect(stored).not.toContain(key.slice(-38, -6))
    expect(JSON.stringify(await listKeys(it.ctx()))).not.toContain((await row(id)).hash)
  })

  test('a key of another pepper is not valid', async () => {
    const { key } = await aKey(it)
    const elsewhere = { ...it.app, config: { ...it.app.config, keyPepper: 'another pepper' } }
    expect(await refusalOf(() => actorOfKey(elsewhere, key))).toMatchObject({ code: 'invalid_token' })
  })

  test('when a key was last used is written once a minute at most', async () => {
    const { id, key } = await aKey(it)
    expect((await row(id)).last_used_at).toBeNull()
    const usedAfter = async (milliseconds: number) => {
      it.at(after(milliseconds))
      await actorOfKey(it.app, key)
      return (await row(id)).last_used_at
    }
    expect(await usedAfter(1_000)).toBe(after(1_000))
    expect(await usedAfter(61_000)).toBe(after(1_000))
    expect(await usedAfter(61_001)).toBe(after(61_001))
  })

  test('a refused key is not noted as used', async () => {
    const { id, key } = await aKey(it)
    await revokeKey(it.ctx(), { id })
    await refusalOf(() => actorOfKey(it.app, key))
    expect((await row(id)).last_used_at).toBeNull()
  })

  test('a second revocation changes nothing, and an unknown key cannot be revoked', async () => {
    const { id } = await aKey(it)
    expect((await revokeKey(it.ctx(), { id })).revoked_at).toBe(NOON)
    it.at(after(5_000))
    expect((await revokeKey(it.ctx(), { id })).revoked_at).toBe(NOON)
    expect(await refusalOf(() => revokeKey(it.ctx(), { id: 'zzzzzzzz' }))).toMatchObject({ status: 404 })
  })

  test('keys are listed by guild, and two keys of one guild differ', async () => {
    const guild = (await aGuild(it)).id
    const [one, two] = [await aKey(it, { guild }), await aKey(it, { guild })]
    await aKey(it)
    expect(one.key).not.toBe(two.key)
    expect((await row(one.id)).hash).not.toBe((await row(two.id)).hash)
    const listed = await listKeys(it.ctx(), { guild })
    expect(listed.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
    expect((await listKeys(it.ctx())).length).toBeGreaterThan(2)
  })

  test('only the service itself creates, lists and revokes keys, for known guilds alone', async () => {
    const { id, guild_id: guild } = await aKey(it)
    const input = { guild, name: 'mine', scopes: ['stats:read' as const] }
    for (const ctx of [it.ctx(anonymous), it.ctx(userWith('owner'))]) {
      for (const call of [() => createKey(ctx, input), () => listKeys(ctx), () => revokeKey(ctx, { id })]) {
        expect((await refusalOf(call)).status).toBe(ctx.actor.kind === 'user' ? 403 : 401)
      }
    }
    const nowhere = { ...input, guild: aSnowflake() }
    expect(await refusalOf(() => createKey(it.ctx(), nowhere))).toMatchObject({ status: 404 })
  })
})

test('a key with any single character changed is refused without asking the database', () => {
  const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. é']
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...letters), (place, letter) => {
      const { text } = makeToken(KEY_PREFIX)
      const at = place % text.length
      fc.pre(text[at] !== letter)
      return tokenId(KEY_PREFIX, text.slice(0, at) + letter + text.slice(at + 1)) === null
    }),
    tries(300),
  )
})

test('a key carries its id and is refused with anything around it or another prefix', () => {
  for (let round = 0; round < 200; round++) {
    const { id, text } = makeToken(KEY_PREFIX)
    expect(text).toMatch(format)
    expect(tokenId(KEY_PREFIX, text)).toBe(id)
    for (const other of [`${text} `, ` ${text}`, text.slice(0, -1), `${text}0`, `${text}\n`]) {
      expect(tokenId(KEY_PREFIX, other)).toBeNull()
    }
    expect(tokenId('sgn_run_', text)).toBeNull()
  }
})

test('a key is asked for with a guild, a name and at least one known scope', () => {
  const valid = { guild: aSnowflake(), name: 'mine', scopes: ['stats:read', 'stats:read'] }
  expect(createKeyInput.parse(valid).scopes).toEqual(['stats:read'])
  const wrong = [{ guild: 'x' }, { name: '' }, { scopes: [] }, { scopes: ['root'] }, { expires_in_days: 0 }]
  for (const part of wrong) expect(createKeyInput.safeParse({ ...valid, ...part }).success).toBe(false)
})
