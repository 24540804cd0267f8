import { allow, allowAnyGuild, hasRole } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AddGuildInput, Guild, GuildsQuery } from '#app/features/guilds/schema.ts'
import { allGuilds, guildById, insertGuild } from '#app/features/guilds/store.server.ts'

/** Adds a guild. Throws `Conflict` if the guild already exists. */
export async function addGuild(ctx: Context, { id, name }: AddGuildInput): Promise<Guild> {
  allow(ctx, 'guilds:write')
  return inTransaction(ctx, async (inner) => {
    const guild = await insertGuild(inner.db, { id, name, created_at: inner.now().toISOString() })
    if (!guild) throw new Conflict(`Guild ${id} was already added.`)
    await recordAudit(inner, { action: 'guild.added', target: { kind: 'guild', id, name } })
    return guild
  })
}

/**
 * Lists the guilds that the current user can see, by name. Administrators see all guilds. Managers see the guilds that
 * they manage.
 */
export async function listGuilds(ctx: Context): Promise<Guild[]> {
  allowAnyGuild(ctx, 'guild:read')
  const { actor } = ctx
  const guilds = await allGuilds(ctx.db)
  if (actor.kind !== 'user' || hasRole(actor.role, 'guild:read')) return guilds
  return guilds.filter(({ id }) => actor.guildIds.includes(id))
}

/** Returns a page of the guilds that the actor can see. `q` matches part of the name. */
export async function pageOfGuilds(ctx: Context, { q = '', limit, offset }: GuildsQuery) {
  const wanted = q.toLowerCase()
  const all = (await listGuilds(ctx)).filter(({ name }) => name.toLowerCase().includes(wanted))
  return { guilds: all.slice(offset, offset + limit), total: all.length, limit, offset }
}

/** Returns a guild. Throws `NotFound`. */
export async function readGuild(ctx: Context, { id }: { id: string }): Promise<Guild> {
  allow(ctx, 'guild:read', id)
  return found(await guildById(ctx.db, id), `Guild ${id} does not exist.`)
}
