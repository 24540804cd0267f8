import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { commandsNamed } from '#app/features/commands/store.server.ts'

type Asked = { guildIds: readonly string[]; q: string; limit: number }

/** The commands of some guilds whose name holds the text, by name. Refused as a whole where one of the guilds is closed. */
export async function findCommands(ctx: Context, asked: Asked) {
  for (const id of asked.guildIds) allow(ctx, 'guild:read', id)
  return asked.guildIds.length > 0 ? commandsNamed(ctx.db, asked) : []
}
