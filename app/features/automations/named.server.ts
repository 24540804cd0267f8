import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { automationsNamed } from '#app/features/automations/store.server.ts'

type Asked = { guildIds: readonly string[]; q: string; limit: number }

/** The automations of some guilds whose name holds the text, by name. Refused as a whole where one of the guilds is closed. */
export async function findAutomations(ctx: Context, asked: Asked) {
  for (const id of asked.guildIds) allow(ctx, 'guild:read', id)
  return asked.guildIds.length > 0 ? automationsNamed(ctx.db, asked) : []
}
