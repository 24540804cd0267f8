import type { Context } from '#app/context.server.ts'
import type { GuildState } from '#app/features/guilds/schema.ts'
import { lockGuild } from '#app/features/guilds/store.server.ts'

/**
 * Locks guilds until the transaction ends, in a fixed order to prevent deadlocks. Returns the states of existing
 * guilds. Writers of guild counts must lock the guild before other rows of the guild.
 */
export async function lockGuilds(
  { db }: Pick<Context, 'db'>,
  guildIds: string[],
): Promise<Map<string, GuildState>> {
  const held = new Map<string, GuildState>()
  for (const id of [...new Set(guildIds)].sort()) {
    const guild = await lockGuild(db, id)
    if (guild) held.set(id, guild.state)
  }
  return held
}
