import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import {
  changeEntry,
  changedFields,
  requireEntry,
  type EntryOf,
  type EntryVersion,
} from '#app/features/cms/change.server.ts'
import { checkFields } from '#app/features/cms/checks.server.ts'
import { columnsOf, slugOfFile } from '#app/features/cms/present.server.ts'
import type { CmsEntry, Revision, RevisionAct } from '#app/features/cms/schema.ts'
import * as store from '#app/features/cms/store.server.ts'
import { fromJson } from '#app/primitives/json.ts'

type Paged = { limit: number; offset: number }

/** Lists the revisions of an entry, newest first. Content files have no revisions. Throws `NotFound`. */
export async function listRevisions(ctx: Context, { limit, offset, ...entry }: EntryOf & Paged) {
  allow(ctx, 'cms:write')
  if (slugOfFile(entry.id) !== null) return { revisions: [], total: 0, limit, offset }
  await requireEntry(ctx, entry)
  const rows = await store.revisionRows(ctx.db, entry.id, { limit: limit + 1, offset })
  const revisions: Revision[] = []
  for (const [at, row] of rows.slice(0, limit).entries()) {
    const earlier = rows.slice(at + 1).find(({ fields }) => fields !== null)
    const before =
      row.fields === null ? null : (earlier ?? (await store.fieldsAt(ctx.db, entry.id, row.n - 1)))
    revisions.push(present(row, before ?? null))
  }
  return { revisions, total: await store.countRevisions(ctx.db, entry.id), limit, offset }
}

function present(row: store.RevisionRow, before: store.RevisionRow | null): Revision {
  const { n, act, at, by } = row
  const changed =
    row.fields && before?.fields ? changedFields(fromJson(before.fields), fromJson(row.fields)) : []
  return { n, act: act as RevisionAct, at, by, changed }
}

/** Returns an entry's text at a revision, and the action that created the revision. Throws `NotFound`. */
export async function readRevision(ctx: Context, { n, ...entry }: EntryOf & { n: number }) {
  allow(ctx, 'cms:write')
  await requireEntry(ctx, entry)
  const row = await store.revisionRow(ctx.db, entry.id, n)
  const text = row && (await store.fieldsAt(ctx.db, entry.id, n))
  if (!row || !text?.fields)
    throw new NotFound('This revision does not exist. Choose a revision from the history.')
  const before = row.fields === null ? null : ((await store.fieldsAt(ctx.db, entry.id, n - 1)) ?? null)
  return { revision: present(row, before), fields: fromJson(text.fields) }
}

/**
 * Saves the text of an earlier revision as the next version. The slug does not change. Throws `NotFound`, `Stale`, and
 * `Invalid` if the text is no longer allowed.
 */
export async function restoreRevision(
  ctx: Context,
  { n, ...entry }: EntryVersion & { n: number },
): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  const { fields } = await readRevision(ctx, { ...entry, n })
  const { slug } = await requireEntry(ctx, entry)
  const text = { ...fields, slug }
  await checkFields(ctx, entry.type, text)
  return changeEntry(ctx, entry, { act: 'restored', work: () => columnsOf(text) })
}
