import { z } from 'zod'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import type { EntryVersion } from '#app/features/cms/change.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { archiveEntry, publishEntry, unpublishEntry } from '#app/features/cms/publishing.server.ts'
import { deleteEntry, undeleteEntry } from '#app/features/cms/removal.server.ts'
import type { DeadSiteLink } from '#app/features/cms/schema.ts'
import { findDeadSiteLinks } from '#app/features/cms/site-links.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { withLabel } from '#app/primitives/plain-messages.ts'

/** Maximum number of entries in one action. A page of the list has fewer. */
const MAX_PICKED = 100

const bulkActions = {
  publish: publishEntry,
  unpublish: unpublishEntry,
  archive: archiveEntry,
  delete: deleteEntry,
  undelete: undeleteEntry,
}

type BulkAct = keyof typeof bulkActions

const acts = Object.keys(bulkActions) as BulkAct[]

/**
 * Entries selected in the form, from fields such as `pick:page/01JDEM…`. The value of each field is the version that
 * was shown. To undo an action, `act` is `undo`, and each value also names the action that reverses it: `4 publish`.
 */
export const bulkForm = z
  .object({ act: z.enum(['undo', ...acts], { error: 'Choose an action.' }) })
  .catchall(z.string())
  .transform(({ act, ...fields }) => ({
    act,
    picked: Object.entries(fields).flatMap((field) => pickOf(field, act)),
  }))

type Picked = EntryVersion & { does: BulkAct }

function pickOf([name, value]: [string, unknown], act: BulkAct | 'undo'): Picked[] {
  const [, type, id] = /^pick:(\w+)\/(.+)$/.exec(name) ?? []
  const [version, undo] = String(value).split(' ')
  const known = entryTypes.find((one) => one === type)
  const does = act === 'undo' ? acts.find((one) => one === undo) : act
  return known && id && does ? [{ type: known, id, version: Number(version), does }] : []
}

export type BulkResult = {
  act: BulkAct | 'undo'
  /** Changed entries with their new version, and the action that restores their earlier state, if there is one. */
  done: (EntryVersion & { undo: BulkAct | null })[]
  refused: { id: string; reason: string }[]
  /** Pages that the settings of the site still link to. */
  deadLinks: DeadSiteLink[]
}

/** Returns the action that restores the current state of an entry, or null if no action restores all of it. */
export async function inverseOf(
  ctx: Context,
  does: BulkAct,
  entry: Pick<EntryVersion, 'type' | 'id'>,
): Promise<BulkAct | null> {
  if (does === 'undelete') return null
  if (does === 'delete') return 'undelete'
  const { status, live_version, version } = await readCmsEntry(ctx, entry)
  if (status === 'archived') return 'archive'
  if (status === 'draft') return 'unpublish'
  return status === 'published' && live_version === version ? 'publish' : null
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
  if (picked.length > MAX_PICKED) throw new Invalid(`Select at most ${MAX_PICKED} entries.`)
  const done: BulkResult['done'] = []
  const refused: BulkResult['refused'] = []
  for (const { does, ...entry } of picked) {
    try {
      const undo = await inverseOf(ctx, does, entry)
      const changed = await bulkActions[does](ctx, entry)
      done.push({ ...entry, version: changed?.version ?? entry.version, undo })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const reasons = (error.issues ?? []).map(({ path, message }) => withLabel(path.split('.'), message))
      refused.push({ id: entry.id, reason: reasons.join(' ') || error.message })
    }
  }
  return { act, done, refused, deadLinks: await findDeadSiteLinks(ctx, done) }
}
