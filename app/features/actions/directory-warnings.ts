import type { ActionType } from '#app/features/actions/action-types.ts'
import { configFields } from '#app/features/actions/config-fields.ts'
import type { KnownDirectory } from '#app/features/directory/directory.server.ts'
import { directoryWarning } from '#app/ui/forms/directory.tsx'

/**
 * Returns a sentence for each channel or role of an action that was deleted or that the bot cannot use. Pickers show the
 * same warnings. Returns nothing for entries that the runner did not report.
 */
export function actionWarnings(
  { type, config }: { type: ActionType; config: object },
  { roles, channels }: KnownDirectory,
): string[] {
  const ids = new Map(Object.entries(config))
  return configFields[type].flatMap(({ name, picks, needs }) => {
    const known = picks === 'role' ? roles : picks === 'channel' ? channels : undefined
    const entry = known?.get(String(ids.get(name)))
    if (!picks || !entry) return []
    const { blocks, deleted_at } = entry
    const warning = directoryWarning(picks, { blocks, ...(deleted_at ? { isDeleted: true } : {}) }, needs)
    return warning ?? []
  })
}
