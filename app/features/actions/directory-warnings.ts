import type { ActionType } from '#app/features/actions/action-types.ts'
import { configFields } from '#app/features/actions/config-fields.ts'
import type { KnownDirectory } from '#app/features/directory/directory.server.ts'
import { directoryWarning } from '#app/ui/forms/directory.tsx'

/**
 * Returns a sentence for each channel or role of an action that was deleted or that the bot cannot use. `problems` are
 * those that saving refuses too, whatever permissions the bot gets. Pickers show the same sentences. Returns nothing for
 * entries that the runner did not report.
 */
export function directoryProblems(
  { type, config }: { type: ActionType; config: object },
  { roles, channels }: KnownDirectory,
): { problems: string[]; warnings: string[] } {
  const ids = new Map(Object.entries(config))
  const found: ReturnType<typeof directoryProblems> = { problems: [], warnings: [] }
  for (const { name, picks, needs } of configFields[type]) {
    const known = picks === 'role' ? roles : picks === 'channel' ? channels : undefined
    const entry = known?.get(String(ids.get(name)))
    if (!picks || !entry) continue
    const { blocks, deleted_at } = entry
    const warning = directoryWarning(picks, { blocks, ...(deleted_at ? { isDeleted: true } : {}) }, needs)
    const isFinal = deleted_at || (needs && blocks[needs]?.final)
    if (warning) (isFinal ? found.problems : found.warnings).push(warning)
  }
  return found
}
