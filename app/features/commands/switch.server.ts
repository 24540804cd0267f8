import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { draftOf } from '#app/features/commands/drafts.ts'
import { disableCommand, readCommand, updateCommand } from '#app/features/commands/manage.server.ts'
import type { Command } from '#app/features/commands/schema.ts'

type Switch = { guildId: string; id: string; version: number; enabled: boolean }

/** Switches a command on or off and keeps the rest of it. Throws like `updateCommand`. */
export async function switchCommand(
  ctx: Context,
  { guildId, id, version, enabled }: Switch,
): Promise<Command> {
  allow(ctx, 'guild:write', guildId)
  if (!enabled) return disableCommand(ctx, { guildId, id, version })
  const command = await readCommand(ctx, { guildId, id })
  return updateCommand(ctx, { guildId, id, version, ...draftOf(command), enabled })
}
