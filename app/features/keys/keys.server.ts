import { allow, type Actor, type Scope } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { NotFound, Unauthorized } from '#app/errors.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { KEY_PREFIX, type CreateKeyInput, type KeyView } from '#app/features/keys/schema.ts'
import {
  insertKey,
  keyById,
  keysOf,
  markRevoked,
  markUsed,
  type KeyRow,
} from '#app/features/keys/store.server.ts'
import { hashToken, makeToken, sameHash, tokenId } from '#app/features/keys/token.server.ts'

const DAY = 24 * 60 * 60 * 1000
/** How stale `last_used_at` may be, in milliseconds. */
const USED_EVERY = 60_000

/** Makes a key and returns its text, this once: only a hash is stored. */
export async function createKey(ctx: Context, input: CreateKeyInput) {
  allow(ctx, 'keys:manage')
  const guild = await readGuild(ctx, { id: input.guild })
  const token = makeToken(KEY_PREFIX)
  const now = ctx.now()
  const expires = input.expires_in_days && new Date(now.getTime() + input.expires_in_days * DAY).toISOString()
  await insertKey(ctx.db, {
    id: token.id,
    guild_id: guild.id,
    name: input.name,
    hash: hashToken(ctx, token.text),
    scopes: JSON.stringify(input.scopes),
    created_at: now.toISOString(),
    expires_at: expires || null,
  })
  return {
    id: token.id,
    key: token.text,
    guild_id: guild.id,
    scopes: input.scopes,
    name: input.name,
    expires_at: expires || null,
  }
}

/** The keys of one guild, or all of them, oldest first. */
export async function listKeys(
  ctx: Context,
  { guild }: { guild?: string | undefined } = {},
): Promise<KeyView[]> {
  allow(ctx, 'keys:manage')
  return (await keysOf(ctx.db, guild)).map(present)
}

/** Ends a key. A second time changes nothing. Throws `NotFound`. */
export async function revokeKey(ctx: Context, { id }: { id: string }): Promise<KeyView> {
  allow(ctx, 'keys:manage')
  const row = await markRevoked(ctx.db, id, ctx.now().toISOString())
  if (!row) throw new NotFound(`There is no key ${id}.`)
  return present(row)
}

/** Who a bearer key stands for. Malformed, unknown, revoked and expired are one and the same `Unauthorized`. */
export async function actorOfKey(
  app: Pick<App, 'db' | 'now' | 'config' | 'secrets' | 'log'>,
  text: string,
): Promise<Actor> {
  const id = tokenId(KEY_PREFIX, text)
  const row = id ? await keyById(app.db, id) : undefined
  const now = app.now()
  if (!row || !sameHash(row.hash, hashToken(app, text)) || row.revoked_at || isOver(row, now)) {
    throw new Unauthorized('invalid_token', 'The API key is not valid.', {
      'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"',
    })
  }
  if (now.getTime() - Date.parse(row.last_used_at ?? row.created_at) > USED_EVERY || !row.last_used_at) {
    await markUsed(app.db, row.id, now.toISOString()).catch((error: unknown) => {
      app.log.warn({ err: error, key: row.id }, 'the last use of a key was not recorded')
    })
  }
  return { kind: 'key', keyId: row.id, guildId: row.guild_id, scopes: JSON.parse(row.scopes) as Scope[] }
}

const isOver = (row: KeyRow, now: Date) => row.expires_at !== null && row.expires_at <= now.toISOString()

function present(row: KeyRow): KeyView {
  const { id, guild_id, name, scopes, created_at, expires_at, revoked_at, last_used_at } = row
  return {
    id,
    guild_id,
    name,
    scopes: JSON.parse(scopes) as string[],
    created_at,
    expires_at,
    revoked_at,
    last_used_at,
  }
}
