import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, NotFound } from '#app/errors.ts'
import type { AddGuildInput, Guild } from '#app/features/guilds/schema.ts'
import { allGuilds, guildById, insertGuild } from '#app/features/guilds/store.server.ts'

/** Adds a guild. Throws `Conflict` when it is there already. */
export async function addGuild(ctx: Context, { id, name }: AddGuildInput): Promise<Guild> {
  allow(ctx, 'guilds:write')
  const guild = await insertGuild(ctx.db, { id, name, created_at: ctx.now().toISOString() })
  if (!guild) throw new Conflict(`The guild ${id} is there already.`)
  return guild
}

/** Every guild, by name. */
export async function listGuilds(ctx: Context): Promise<Guild[]> {
  allow(ctx, 'guilds:read')
  return allGuilds(ctx.db)
}

/** One guild. Throws `NotFound`. */
export async function readGuild(ctx: Context, { id }: { id: string }): Promise<Guild> {
  allow(ctx, 'guilds:read')
  const guild = await guildById(ctx.db, id)
  if (!guild) throw new NotFound(`There is no guild ${id}.`)
  return guild
}
