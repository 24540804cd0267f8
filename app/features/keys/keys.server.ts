import { allow, isReadOnly, type KeyActor, type Scope } from '#app/access.ts'
import { contextFor, type App, type Context } from '#app/context.server.ts'
import { Conflict, Forbidden, invalidField, NotFound, Unauthorized, found } from '#app/errors.ts'
import { ownerEmails } from '#app/features/accounts/accounts.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { allowGuild, readGuild, requireServed } from '#app/features/guilds/guilds.server.ts'
import {
  type CreateKeyInput,
  type GuildKey,
  KEY_PREFIX,
  type KeyView,
  MAX_NETWORK_NOTICES,
  NETWORK_RETENTION_DAYS,
  type RotateKeyInput,
  scopesFor,
} from '#app/features/keys/schema.ts'
import {
  countNewNetworks,
  deleteNetworksUnusedSince,
  insertKey,
  keyById,
  type KeyRow,
  keysOf,
  markExpiry,
  markNetwork,
  markReplaced,
  markRevoked,
  markUsed,
} from '#app/features/keys/store.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { networkCheck, networkOf } from '#app/platform/security/networks.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { hashToken, makeToken, equalHashes, tokenId } from '#app/platform/security/tokens.server.ts'
import { DAY, HOUR } from '#app/primitives/time.ts'

/** Minimum interval between updates of `last_used_at`, in milliseconds. */
const LAST_USED_INTERVAL_MS = 60_000

/** Creates a key and returns its secret once. Only a hash is stored. */
export async function createKey(ctx: Context, input: CreateKeyInput) {
  allow(ctx, 'keys:manage')
  const allowed = scopesFor(input.guild)
  if (!input.scopes.every((scope) => allowed.includes(scope)))
    throw invalidField(
      'scopes',
      input.guild === undefined
        ? `A key of the site can have only ${allowed.join(' and ')}. For other scopes, name a guild.`
        : 'A key of a guild cannot have the scopes of a key of the site. Create a key of the site for these.',
    )
  const days = input.expires_in_days
  const expires_at = days ? new Date(ctx.now().getTime() + days * DAY).toISOString() : null
  return inTransaction(ctx, async (inner) => {
    const guild_id = input.guild === undefined ? null : (await readGuild(inner, { id: input.guild })).id
    const { name, scopes, networks = null } = input
    const made = await issueKey(inner, { guild_id, name, scopes, expires_at, networks })
    await recordKeyChange(inner, 'key.created', made, { guild_id, scopes, expires_at, networks })
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
  await allowGuild(ctx, 'guild:write', guildId)
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
  await allowGuild(ctx, 'guild:write', guildId)
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
  await allowGuild(ctx, 'guild:read', guildId)
  if (isReadOnly(ctx.actor)) return []
  await readGuild(ctx, { id: guildId })
  return (await keysOf(ctx.db, guildId)).map((row) => {
    const { guild_id: _guild, ...key } = presentKey(row)
    return { ...key, state: key.revoked_at ? 'revoked' : isExpired(row, ctx.now()) ? 'expired' : 'active' }
  })
}

/** Stores a new key and returns it with its secret. Callers authorize first. */
async function issueKey(
  ctx: Context,
  {
    scopes,
    networks,
    ...facts
  }: Pick<KeyRow, 'guild_id' | 'name' | 'expires_at'> & { scopes: Scope[]; networks: string[] | null },
) {
  const { id, text: key } = makeToken(KEY_PREFIX)
  const hash = hashToken(ctx, key)
  const created_at = ctx.now().toISOString()
  const lists = { scopes: JSON.stringify(scopes), networks: networks && JSON.stringify(networks) }
  await insertKey(ctx.db, { id, hash, created_at, ...lists, ...facts })
  return {
    ...{ id, key, guild_id: facts.guild_id, scopes, name: facts.name, expires_at: facts.expires_at },
    ...(networks ? { networks } : {}),
  }
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
 * Returns the actor of a bearer key that was sent from an address. Throws an identical `Unauthorized` for malformed,
 * unknown, revoked and expired keys, and `Forbidden` if the network is not allowed or the key's guild is not served.
 */
export async function actorOfKey(app: App, text: string, address: string | null = null): Promise<KeyActor> {
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
  if (row.networks && !(address && networkCheck(fromJson(row.networks))(address)))
    throw new Forbidden(
      'This API key cannot be used from this network. Ask the owner to create a key that allows the network.',
      'network_not_allowed',
    )
  if (row.guild_id !== null) await requireServed(app, row.guild_id)
  const since = new Date(now.getTime() - LAST_USED_INTERVAL_MS).toISOString()
  if (!row.last_used_at || row.last_used_at < since || row.last_used_address !== address) {
    await recordUse(app, row, { since, address }).catch((error: unknown) => {
      app.log.warn({ err: error, key: row.id }, 'the last use of a key was not recorded')
    })
  }
  const { id: keyId, name, guild_id: guildId, scopes } = row
  return { kind: 'key', keyId, name, guildId, scopes: fromJson(scopes) }
}

/** Records a use of a key, and notifies the owners of the first use from a network, a few times a day at most. */
async function recordUse(
  app: App,
  { id }: KeyRow,
  { since, address }: { since: string; address: string | null },
): Promise<void> {
  const ctx = contextFor(app, { kind: 'system' })
  const now = ctx.now()
  const at = now.toISOString()
  const network = address && networkOf(address)
  if (!(await markUsed(ctx.db, id, { at, since, address })) || !network) return
  const isNew = await inTransaction(ctx, async (inner) => {
    if (!(await markNetwork(inner.db, { id, network, at }))) return false
    const yesterday = new Date(now.getTime() - DAY).toISOString()
    if ((await countNewNetworks(inner.db, id, yesterday)) > MAX_NETWORK_NOTICES) return false
    for (const recipient of await ownerEmails(inner))
      await queueEmail(inner, { kind: 'key_new_network', recipient, data: { key_id: id, network, at } })
    return true
  })
  if (isNew) await wakeMailWorker(ctx)
}

/** Deletes the networks of keys that were not used for ninety days. */
export async function purgeKeyNetworks(ctx: Context): Promise<void> {
  allow(ctx, 'keys:manage')
  const before = new Date(ctx.now().getTime() - NETWORK_RETENTION_DAYS * DAY).toISOString()
  await deleteNetworksUnusedSince(ctx.db, before)
}

/** Checks whether a key has reached its expiry time. */
const isExpired = (row: KeyRow, now: Date) => row.expires_at !== null && row.expires_at <= now.toISOString()

/** Returns the public fields of a key. */
function presentKey(row: KeyRow): KeyView {
  const { hash: _, scopes, networks, ...facts } = row
  return { ...facts, scopes: fromJson(scopes), networks: networks && fromJson(networks) }
}

/**
 * Replaces a key with a new key that has the same guild, scopes, name, networks and lifetime. Returns the new secret once.
 * The old key expires by the end of the overlap. Throws `NotFound` and `Conflict`.
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
      networks: old.networks && fromJson(old.networks),
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
