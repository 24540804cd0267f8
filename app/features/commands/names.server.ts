import type { Context } from '#app/context.server.ts'
import { listCommands } from '#app/features/commands/manage.server.ts'

/** The names of the commands of a guild that are typed, which are those that a control can run. Throws like `listCommands`. */
export async function typedNames(ctx: Context, { guildId }: { guildId: string }): Promise<string[]> {
  const { commands } = await listCommands(ctx, { guildId, limit: MOST, offset: 0 })
  return commands.filter(({ type }) => type === 1).map(({ name }) => name)
}

/** More than a guild can have of all types together. */
const MOST = 200
