import { allow, allowAnyGuild, hasRole, type GuildPermission } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Forbidden, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import {
  isServed,
  KEEP_LEFT_DAYS,
  type AddGuildInput,
  type Guild,
  type GuildsQuery,
} from '#app/features/guilds/schema.ts'
import { allGuilds, guildById, insertGuild, statesOf } from '#app/features/guilds/store.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** Adds a guild. Throws `Conflict` if the guild already exists. */
export async function addGuild(ctx: Context, { id, name }: AddGuildInput): Promise<Guild> {
  allow(ctx, 'guilds:write')
  return inTransaction(ctx, async (inner) => {
    const now = inner.now().toISOString()
    const isNew = await insertGuild(inner.db, { id, name, approved_at: now, created_at: now })
    const guild = found(await guildById(inner.db, id), `Guild ${id} does not exist.`)
    if (!isNew) throw new Conflict(alreadyAdded(guild))
    await recordAudit(inner, { action: 'guild.added', target: { kind: 'guild', id, name } })
    return guild
  })
}

const alreadyAdded = ({ id, state }: Guild) =>
  state === 'pending'
    ? `Guild ${id} is waiting for approval. Approve it instead.`
    : `Guild ${id} was already added.`

/**
 * Lists the active and unavailable guilds that the current user can see, by name. Administrators see all of them.
 * Managers see the guilds that they manage.
 */
export async function listGuilds(ctx: Context): Promise<Guild[]> {
  allowAnyGuild(ctx, 'guild:read')
  const { actor } = ctx
  const guilds = (await allGuilds(ctx.db)).filter(({ state }) => isServed(state))
  if (actor.kind === 'key') return guilds.filter(({ id }) => id === actor.guildId)
  if (actor.kind !== 'user' || hasRole(actor.role, 'guild:read')) return guilds
  return guilds.filter(({ id }) => actor.guildIds.includes(id))
}

/**
 * Returns a page of the guilds that the actor can see. `q` matches part of the name. Only administrators see guilds that
 * are pending, left or blocked.
 */
export async function pageOfGuilds(ctx: Context, { q = '', state, limit, offset }: GuildsQuery) {
  const wanted = q.toLowerCase()
  const seesAll =
    state && !isServed(state) && (ctx.actor.kind !== 'user' || hasRole(ctx.actor.role, 'guilds:write'))
  const guilds = seesAll ? await allGuilds(ctx.db) : await listGuilds(ctx)
  const all = guilds.filter(
    (guild) => guild.name.toLowerCase().includes(wanted) && (!state || guild.state === state),
  )
  return { guilds: all.slice(offset, offset + limit), total: all.length, limit, offset }
}

/** Returns a guild. Throws `NotFound`, and `Forbidden` if the guild is pending, left or blocked. */
export async function readGuild(ctx: Context, { id }: { id: string }): Promise<Guild> {
  allow(ctx, 'guild:read', id)
  return requireServed(ctx, id)
}

/**
 * Throws like `allow`. Also throws `NotFound`, and `Forbidden` if the guild is pending, left or blocked. Rules of one
 * guild call it first.
 */
export async function allowGuild(ctx: Context, permission: GuildPermission, id: string): Promise<void> {
  allow(ctx, permission, id)
  await requireServed(ctx, id)
}

/** Returns a guild like `readGuild`, but does not authorize the caller. */
export async function requireServed(ctx: Pick<Context, 'db'>, id: string): Promise<Guild> {
  const guild = await requireGuild(ctx, id)
  if (!isServed(guild.state)) throw new Forbidden(notServed(guild))
  return guild
}

/** Returns a guild in any state, but does not authorize the caller. Throws `NotFound`. */
export const requireGuild = async ({ db }: Pick<Context, 'db'>, id: string): Promise<Guild> =>
  found(await guildById(db, id), `Guild ${id} does not exist.`)

/** Returns the states of guilds by id. Unknown guilds are missing. */
export const guildStatesOf = async ({ db }: Pick<Context, 'db'>, ids: string[]) =>
  new Map((await statesOf(db, ids)).map(({ id, state }) => [id, state]))

/** Returns the reason why a guild is not served. */
function notServed({ name, state, left_at }: Pick<Guild, 'name' | 'state' | 'left_at'>): string {
  if (state === 'blocked') return `The operator has blocked the server ${name}.`
  if (state === 'pending') return `The server ${name} is waiting for the operator’s approval.`
  const kept = left_at ? new Date(Date.parse(left_at) + KEEP_LEFT_DAYS * DAY).toISOString() : null
  const until = kept ? ` Its data is kept until ${kept.slice(0, 10)}.` : ''
  return `The bot has left the server ${name}.${until} Add the bot again to continue.`
}
