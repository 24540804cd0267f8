import { allow, isReadOnly, type KeyActor, type Scope } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { Conflict, invalidField, NotFound, Unauthorized, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { readGuild, requireServed } from '#app/features/guilds/guilds.server.ts'
import {
  type CreateKeyInput,
  type GuildKey,
  KEY_PREFIX,
  type KeyView,
  type RotateKeyInput,
} from '#app/features/keys/schema.ts'
import {
  insertKey,
  keyById,
  type KeyRow,
  keysOf,
  markExpiry,
  markReplaced,
  markRevoked,
  markUsed,
} from '#app/features/keys/store.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { hashToken, makeToken, equalHashes, tokenId } from '#app/platform/security/tokens.server.ts'
import { DAY, HOUR } from '#app/primitives/time.ts'

/** Minimum interval between updates of `last_used_at`, in milliseconds. */
const LAST_USED_INTERVAL_MS = 60_000

/** Creates a key and returns its secret once. Only a hash is stored. */
export async function createKey(ctx: Context, input: CreateKeyInput) {
  allow(ctx, 'keys:manage')
  const days = input.expires_in_days
  const expires_at = days ? new Date(ctx.now().getTime() + days * DAY).toISOString() : null
  return inTransaction(ctx, async (inner) => {
    const { id } = await readGuild(inner, { id: input.guild })
    const made = await issueKey(inner, { guild_id: id, name: input.name, scopes: input.scopes, expires_at })
    await recordKeyChange(inner, 'key.created', made, { guild_id: id, scopes: input.scopes, expires_at })
    return made
  })
}

/** Lists the keys of one guild or all keys, oldest first. */
export async function listKeys(
  ctx: Context,
  { guild }: { guild?: string | undefined } = {},
): Promise<KeyView[]> {
  allow(ctx, 'keys:manage')
  return (await keysOf(ctx.db, guild)).map(presentKey)
}

/** Revokes a key. Repeated calls change nothing. Throws `NotFound`. */
export async function revokeKey(ctx: Context, { id }: { id: string }): Promise<KeyView> {
  allow(ctx, 'keys:manage')
  return inTransaction(ctx, async (inner) => {
    const row = found(await keyById(inner.db, id), `There is no key with the id ${id}. Check the id.`)
    return presentKey(await revokeRow(inner, row))
  })
}

/**
 * Revokes a key of a guild. Requires write access to the guild. Throws `NotFound` for unknown keys and for keys of
 * other guilds.
 */
export async function revokeGuildKey(
  ctx: Context,
  { guildId, id }: { guildId: string; id: string },
): Promise<void> {
  allow(ctx, 'guild:write', guildId)
  await inTransaction(
    ctx,
    async (inner) => void (await revokeRow(inner, await guildKey(inner, { guildId, id }))),
  )
}

/**
 * Sets an earlier expiry time of a guild's key, never a later one. Requires write access to the guild. Repeated calls
 * change nothing. Throws `NotFound`, `Invalid` for a past or later time, and `Conflict` for a key that is no longer valid.
 */
export async function shortenGuildKey(
  ctx: Context,
  { guildId, id, expires_at }: { guildId: string; id: string; expires_at: string },
): Promise<void> {
  allow(ctx, 'guild:write', guildId)
  await inTransaction(ctx, async (inner) => {
    const row = await guildKey(inner, { guildId, id })
    if (row.expires_at === expires_at) return
    const now = inner.now()
    if (row.revoked_at || isExpired(row, now)) throw new Conflict(`The key ${id} is no longer valid.`)
    if (expires_at <= now.toISOString())
      throw invalidField('expires_at', 'Choose today or a later day, or revoke the key.')
    if (!(await markExpiry(inner.db, id, { at: expires_at, now: now.toISOString() })))
      throw invalidField('expires_at', 'Choose a day before the current expiry. You cannot extend a key.')
    await recordKeyChange(inner, 'key.expiry_changed', row, {
      guild_id: guildId,
      from: row.expires_at,
      to: expires_at,
    })
  })
}

async function guildKey(ctx: Context, { guildId, id }: { guildId: string; id: string }): Promise<KeyRow> {
  const row = await keyById(ctx.db, id)
  if (row?.guild_id !== guildId) throw new NotFound(`There is no key with the id ${id}. Check the id.`)
  return row
}

/** Lists the keys of a guild for the console, oldest first. Demo visitors get an empty list. */
export async function listGuildKeys(ctx: Context, { guildId }: { guildId: string }): Promise<GuildKey[]> {
  allow(ctx, 'guild:read', guildId)
  if (isReadOnly(ctx.actor)) return []
  await readGuild(ctx, { id: guildId })
  return (await keysOf(ctx.db, guildId)).map((row) => {
    const { guild_id: _guild, revoked_at, ...key } = presentKey(row)
    return { ...key, state: revoked_at ? 'revoked' : isExpired(row, ctx.now()) ? 'expired' : 'active' }
  })
}

/** Stores a new key and returns it with its secret. Callers authorize first. */
async function issueKey(
  ctx: Context,
  { scopes, ...facts }: Pick<KeyRow, 'guild_id' | 'name' | 'expires_at'> & { scopes: Scope[] },
) {
  const { id, text: key } = makeToken(KEY_PREFIX)
  const hash = hashToken(ctx, key)
  const created_at = ctx.now().toISOString()
  await insertKey(ctx.db, { id, hash, created_at, scopes: JSON.stringify(scopes), ...facts })
  return { id, key, guild_id: facts.guild_id, scopes, name: facts.name, expires_at: facts.expires_at }
}

async function revokeRow(ctx: Context, row: KeyRow): Promise<KeyRow> {
  const revoked = await markRevoked(ctx.db, row.id, ctx.now().toISOString())
  if (revoked) await recordKeyChange(ctx, 'key.revoked', row, { guild_id: row.guild_id })
  return revoked ?? (await keyById(ctx.db, row.id))!
}

const recordKeyChange = (
  ctx: Context,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  details: Record<string, unknown>,
) => recordAudit(ctx, { action, target: { kind: 'key', id, name }, details })

/**
 * Returns the actor of a bearer key. Throws an identical `Unauthorized` for malformed, unknown, revoked and expired
 * keys, and `Forbidden` if the key's guild is not served.
 */
export async function actorOfKey(
  app: Pick<App, 'db' | 'now' | 'config' | 'secrets' | 'log'>,
  text: string,
): Promise<KeyActor> {
  const id = tokenId(KEY_PREFIX, text)
  const row = id ? await keyById(app.db, id) : undefined
  const now = app.now()
  if (!row || !equalHashes(row.hash, hashToken(app, text)) || row.revoked_at || isExpired(row, now)) {
    throw new Unauthorized(
      'invalid_token',
      'The API key is not valid. Check that the key is complete and active.',
      {
        'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"',
      },
    )
  }
  await requireServed(app, row.guild_id)
  const since = new Date(now.getTime() - LAST_USED_INTERVAL_MS).toISOString()
  if (!row.last_used_at || row.last_used_at < since) {
    await markUsed(app.db, row.id, { at: now.toISOString(), since }).catch((error: unknown) => {
      app.log.warn({ err: error, key: row.id }, 'the last use of a key was not recorded')
    })
  }
  const { id: keyId, name, guild_id: guildId, scopes } = row
  return { kind: 'key', keyId, name, guildId, scopes: fromJson(scopes) }
}

/** Checks whether a key has reached its expiry time. */
const isExpired = (row: KeyRow, now: Date) => row.expires_at !== null && row.expires_at <= now.toISOString()

/** Returns the public fields of a key. */
function presentKey(row: KeyRow): KeyView {
  const { id, guild_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, replaced_by } = row
  return {
    id,
    guild_id,
    name,
    scopes: fromJson(scopes),
    created_at,
    expires_at,
    revoked_at,
    last_used_at,
    replaced_by,
  }
}

/**
 * Replaces a key with a new key that has the same guild, scopes, name and lifetime. Returns the new secret once. The
 * old key expires by the end of the overlap. Throws `NotFound` and `Conflict`.
 */
export async function rotateKey(ctx: Context, { id, overlap_hours }: RotateKeyInput) {
  allow(ctx, 'keys:manage')
  return inTransaction(ctx, async (inner) => {
    const old = found(await keyById(inner.db, id), `There is no key with the id ${id}. Check the id.`)
    const now = inner.now()
    rejectEnded(old, now)
    const made = await issueKey(inner, {
      guild_id: old.guild_id,
      name: old.name,
      scopes: fromJson(old.scopes),
      expires_at: lifetimeOf(old) === null ? null : new Date(now.getTime() + lifetimeOf(old)!).toISOString(),
    })
    const overlap = new Date(now.getTime() + overlap_hours * HOUR).toISOString()
    const end = old.expires_at !== null && old.expires_at < overlap ? old.expires_at : overlap
    const replaced = await markReplaced(inner.db, id, { by: made.id, end })
    // A concurrent request changed the key after it was read.
    if (!replaced) rejectEnded((await keyById(inner.db, id))!, now)
    const details = { guild_id: old.guild_id, replaced_by: made.id, ends_at: end }
    await recordKeyChange(inner, 'key.rotated', old, details)
    return { ...made, replaces: { id, ends_at: end } }
  })
}

/** Returns the original lifetime of a key in milliseconds, or null if the key does not expire. */
const lifetimeOf = ({ created_at, expires_at }: KeyRow) =>
  expires_at === null ? null : Date.parse(expires_at) - Date.parse(created_at)

function rejectEnded(key: KeyRow, now: Date) {
  if (key.revoked_at) throw new Conflict(`The key ${key.id} was revoked. Create another key.`)
  if (key.replaced_by)
    throw new Conflict(`The key ${key.id} was already rotated. Rotate ${key.replaced_by} instead.`)
  if (isExpired(key, now)) throw new Conflict(`The key ${key.id} has expired. Create another key.`)
}
