import type { Context } from '#app/context.server.ts'
import { lockGuild } from '#app/features/guilds/store.server.ts'

/**
 * Holds guilds until the transaction ends, in one order for every writer, so that two of them cannot wait for each other,
 * and returns those that are there. Whoever counts something of a guild holds it before anything else of it.
 */
export async function lockGuilds({ db }: Pick<Context, 'db'>, guildIds: string[]): Promise<Set<string>> {
  const held = new Set<string>()
  for (const id of [...new Set(guildIds)].sort()) if (await lockGuild(db, id)) held.add(id)
  return held
}
