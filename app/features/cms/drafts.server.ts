import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import type { DraftFields } from '#app/features/cms/schema.ts'
import { draftRow, draftsBy, draftsOf, removeDraft, writeDraft } from '#app/features/cms/store.server.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Unsaved changes of a user. `version` is the version of the entry on which the changes are based. */
export type Draft = { version: number; fields: DraftFields; saved_at: string }

const keyOf = ({ type, id }: EntryOf) => (id.startsWith('file:') ? `${type}/${id}` : id)

/** Returns the current user's unsaved changes to an entry, or null if there are none. Throws `NotFound`. */
export async function readDraft(ctx: Context, entry: EntryOf): Promise<Draft | null> {
  allow(ctx, 'cms:write')
  await readCmsEntry(ctx, entry)
  const row = await draftRow(ctx.db, keyOf(entry), requireUser(ctx).userId)
  return row ? { version: row.version, fields: fromJson(row.fields), saved_at: row.saved_at } : null
}

/** Stores the current user's unsaved changes, valid or not, and replaces earlier unsaved changes. Throws `NotFound`. */
export async function saveDraft(
  ctx: Context,
  { version, fields, ...entry }: EntryOf & { version: number; fields: DraftFields },
): Promise<Draft> {
  allow(ctx, 'cms:write')
  await readCmsEntry(ctx, entry)
  const saved_at = ctx.now().toISOString()
  const user_id = requireUser(ctx).userId
  await writeDraft(ctx.db, {
    entry_id: keyOf(entry),
    user_id,
    version,
    fields: JSON.stringify(fields),
    saved_at,
  })
  return { version, fields, saved_at }
}

/** Deletes the current user's unsaved changes. */
export async function dropDraft(ctx: Context, entry: EntryOf): Promise<null> {
  allow(ctx, 'cms:write')
  await removeDraft(ctx.db, keyOf(entry), requireUser(ctx).userId)
  return null
}

/** Returns all unsaved changes of the current user, for the account export. */
export async function ownDrafts(ctx: Context) {
  allow(ctx, 'profile:own')
  const rows = await draftsBy(ctx.db, requireUser(ctx).userId)
  return rows.map(({ entry_id, version, fields, saved_at }) => ({
    entry: entry_id,
    version,
    fields: fromJson(fields),
    saved_at,
  }))
}

/** Lists the other users with unsaved changes to an entry, and the time of each user's last change. */
export async function otherDrafts(ctx: Context, entry: EntryOf): Promise<{ name: string; at: string }[]> {
  allow(ctx, 'cms:write')
  const rows = await draftsOf(ctx.db, keyOf(entry))
  const own = requireUser(ctx).userId
  return rows.filter(({ id }) => id !== own).map(({ name, saved_at }) => ({ name, at: saved_at }))
}
