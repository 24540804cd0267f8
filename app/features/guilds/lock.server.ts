import type { Context } from '#app/context.server.ts'
import { lockGuild } from '#app/features/guilds/store.server.ts'

/**
 * Locks guilds until the transaction ends, in a fixed order to prevent deadlocks. Returns the ids of existing guilds.
 * Writers of guild counts must lock the guild before other rows of the guild.
 */
export async function lockGuilds({ db }: Pick<Context, 'db'>, guildIds: string[]): Promise<Set<string>> {
  const held = new Set<string>()
  for (const id of [...new Set(guildIds)].sort()) if (await lockGuild(db, id)) held.add(id)
  return held
}
