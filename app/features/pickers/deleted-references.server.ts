import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { listAutomations } from '#app/features/automations/automations.server.ts'
import { listCommands } from '#app/features/commands/manage.server.ts'
import { deletedEntries } from '#app/features/directory/directory.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'

/** Automation, command or settings that name a deleted channel, role or emoji. */
export type DeletedReference = {
  guild_id: string
  of: { kind: 'automation' | 'command'; id: string; name: string } | { kind: 'settings' }
  entry: { kind: 'channel' | 'role' | 'emoji'; name: string }
  at: string
}

const MAX_ITEMS = 200
/** Ids, and custom emojis as `name:id`. */
const SNOWFLAKE = /[":](\d{17,20})"/g

/** Lists the uses of deleted channels and roles in these guilds. Throws if the actor has no access to a guild. */
export async function listDeletedReferences(
  ctx: Context,
  { guildIds }: { guildIds: string[] },
): Promise<DeletedReference[]> {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const found: DeletedReference[] = []
  for (const [guild_id, deleted] of await deletedEntries(ctx, guildIds)) {
    if (!deleted.size) continue
    const add = (of: DeletedReference['of'], value: unknown) => {
      const ids = [...JSON.stringify(value).matchAll(SNOWFLAKE)].map(([, id]) => id!)
      const id = ids.find((one) => deleted.has(one))
      if (id === undefined) return
      const { kind, name, at } = deleted.get(id)!
      found.push({ guild_id, of, entry: { kind, name }, at })
    }
    const page = { guildId: guild_id, limit: MAX_ITEMS, offset: 0 }
    const { automations } = await listAutomations(ctx, page)
    for (const { id, name, trigger, conditions, actions } of automations)
      add({ kind: 'automation', id, name }, { trigger, conditions, actions })
    const { commands } = await listCommands(ctx, page)
    for (const { id, name, actions, components } of commands)
      add({ kind: 'command', id, name }, { actions, components })
    const { log_channel_id, ask_forum_channels } = await settingsOf(ctx, guild_id)
    add({ kind: 'settings' }, [log_channel_id, ...ask_forum_channels])
  }
  return found
}
