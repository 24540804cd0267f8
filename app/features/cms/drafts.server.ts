import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import type { DraftFields } from '#app/features/cms/schema.ts'
import { draftRow, draftsBy, draftsOf, removeDraft, writeDraft } from '#app/features/cms/store.server.ts'

/** What somebody has typed and not saved; `version` is the one that it is based on. */
export type Draft = { version: number; fields: DraftFields; saved_at: string }

const keyOf = ({ type, id }: EntryOf) => (id.startsWith('file:') ? `${type}/${id}` : id)

/** What the one who asks has typed for an entry and not saved; null when there is nothing. Throws `NotFound`. */
export async function readDraft(ctx: Context, entry: EntryOf): Promise<Draft | null> {
  allow(ctx, 'cms:write')
  await readCmsEntry(ctx, entry)
  const row = await draftRow(ctx.db, keyOf(entry), requireUser(ctx).userId)
  return row
    ? { version: row.version, fields: JSON.parse(row.fields) as DraftFields, saved_at: row.saved_at }
    : null
}

/** Keeps what the one who asks has typed, right or wrong, over what they had typed before. Throws `NotFound`. */
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

/** Drops what the one who asks has typed and not saved. */
export async function dropDraft(ctx: Context, entry: EntryOf): Promise<null> {
  allow(ctx, 'cms:write')
  await removeDraft(ctx.db, keyOf(entry), requireUser(ctx).userId)
  return null
}

/** All that the one who asks has typed and not saved, for the export of their account. */
export async function ownDrafts(ctx: Context) {
  allow(ctx, 'profile:own')
  const rows = await draftsBy(ctx.db, requireUser(ctx).userId)
  return rows.map(({ entry_id, version, fields, saved_at }) => ({
    entry: entry_id,
    version,
    fields: JSON.parse(fields) as DraftFields,
    saved_at,
  }))
}

/** Who else has typed something that is not saved, and when they did last. */
export async function otherDrafts(ctx: Context, entry: EntryOf): Promise<{ name: string; at: string }[]> {
  allow(ctx, 'cms:write')
  const rows = await draftsOf(ctx.db, keyOf(entry))
  const own = requireUser(ctx).userId
  return rows.filter(({ id }) => id !== own).map(({ name, saved_at }) => ({ name, at: saved_at }))
}
