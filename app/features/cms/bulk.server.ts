import { z } from 'zod'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import type { EntryVersion } from '#app/features/cms/change.server.ts'
import { archiveEntry, publishEntry, unpublishEntry } from '#app/features/cms/publishing.server.ts'
import { deleteEntry, undeleteEntry } from '#app/features/cms/removal.server.ts'
import type { DeadSiteLink } from '#app/features/cms/schema.ts'
import { findDeadSiteLinks } from '#app/features/cms/site-links.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'

const bulkActions = {
  publish: publishEntry,
  unpublish: unpublishEntry,
  archive: archiveEntry,
  delete: deleteEntry,
  undelete: undeleteEntry,
}

/**
 * Entries selected in the form, from fields such as `pick:page/01JDEM…`. The value of each field is the version that
 * was shown.
 */
export const bulkForm = z
  .object({
    act: z.enum(Object.keys(bulkActions) as [keyof typeof bulkActions], { error: 'Choose an action.' }),
  })
  .catchall(z.string())
  .transform(({ act, ...fields }) => ({ act, picked: Object.entries(fields).flatMap(pickOf) }))

function pickOf([name, version]: [string, unknown]): EntryVersion[] {
  const [, type, id] = /^pick:(\w+)\/(.+)$/.exec(name) ?? []
  const known = entryTypes.find((one) => one === type)
  return known && id ? [{ type: known, id, version: Number(version) }] : []
}

export type BulkResult = {
  act: keyof typeof bulkActions
  done: Pick<EntryVersion, 'type' | 'id'>[]
  refused: { id: string; reason: string }[]
  /** Pages that the settings of the site still link to. */
  deadLinks: DeadSiteLink[]
}

/**
 * Applies one action to several entries in sequence. A refused entry does not affect the other entries. Throws
 * `Invalid`.
 */
export async function changeEntries(
  ctx: Context,
  { act, picked }: z.output<typeof bulkForm>,
): Promise<BulkResult> {
  allow(ctx, 'cms:write')
  if (!picked.length) throw new Invalid('Select at least one entry.')
  const done: BulkResult['done'] = []
  const refused: BulkResult['refused'] = []
  for (const entry of picked) {
    try {
      await bulkActions[act](ctx, entry)
      done.push({ type: entry.type, id: entry.id })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const reasons = (error.issues ?? []).map(({ path, message }) => `${path}: ${message}`)
      refused.push({ id: entry.id, reason: reasons.join(' ') || error.message })
    }
  }
  return { act, done, refused, deadLinks: await findDeadSiteLinks(ctx, done) }
}
