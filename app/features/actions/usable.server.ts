import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { configFields } from '#app/features/actions/config-fields.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { emojiIdIn } from '#app/primitives/emoji.ts'
import { refusedUses, type DirectoryUse } from '#app/features/directory/directory.server.ts'

type Actions = readonly { type: ActionType; config: Record<string, unknown> }[]

/** Throws `Invalid` if an action names a channel, role or emoji that Discord would never let the bot use. */
export async function requireUsable(ctx: Context, guildId: string, actions: Actions): Promise<void> {
  const uses = actions.flatMap(({ type, config }, index) =>
    configFields[type].flatMap(({ name, picks, needs }): DirectoryUse[] => {
      const value = config[name]
      const path = `actions.${index}.config.${name}`
      if (typeof value !== 'string') return []
      if (picks === 'emoji') {
        const id = emojiIdIn(value)
        return id ? [{ path, kind: picks, id }] : []
      }
      const kind = picks === 'role' || picks === 'channel' ? picks : null
      return kind && needs ? [{ path, kind, id: value, need: needs }] : []
    }),
  )
  const issues = await refusedUses(ctx, { guildId, uses })
  if (issues.length) throw new Invalid(issues[0]!.message, issues)
}
