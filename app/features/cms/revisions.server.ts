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
import type { CmsEntry, EntryInput, Revision, RevisionAct } from '#app/features/cms/schema.ts'
import {
  countRevisions,
  revisionRow,
  revisionRows,
  fieldsAt,
  type RevisionRow,
} from '#app/features/cms/store.server.ts'

type Paged = { limit: number; offset: number }

/** The versions of an entry, the newest first; a content file has none. Throws `NotFound`. */
export async function listRevisions(ctx: Context, { limit, offset, ...entry }: EntryOf & Paged) {
  allow(ctx, 'cms:write')
  if (slugOfFile(entry.id) !== null) return { revisions: [], total: 0, limit, offset }
  await requireEntry(ctx, entry)
  const rows = await revisionRows(ctx.db, entry.id, { limit: limit + 1, offset })
  const revisions: Revision[] = []
  for (const [at, row] of rows.slice(0, limit).entries()) {
    const earlier = rows.slice(at + 1).find(({ fields }) => fields !== null)
    const before = row.fields === null ? null : (earlier ?? (await fieldsAt(ctx.db, entry.id, row.n - 1)))
    revisions.push(present(row, before ?? null))
  }
  return { revisions, total: await countRevisions(ctx.db, entry.id), limit, offset }
}

function present(row: RevisionRow, before: RevisionRow | null): Revision {
  const { n, act, at, by } = row
  const changed = row.fields && before?.fields ? changedFields(parsed(before.fields), parsed(row.fields)) : []
  return { n, act: act as RevisionAct, at, by, changed }
}

const parsed = (fields: string) => JSON.parse(fields) as EntryInput

/** The text of an entry as it was at a version, and what was done then. Throws `NotFound`. */
export async function readRevision(ctx: Context, { n, ...entry }: EntryOf & { n: number }) {
  allow(ctx, 'cms:write')
  await requireEntry(ctx, entry)
  const row = await revisionRow(ctx.db, entry.id, n)
  const text = row && (await fieldsAt(ctx.db, entry.id, n))
  if (!row || !text?.fields) throw new NotFound('There is no such revision.')
  const before = row.fields === null ? null : ((await fieldsAt(ctx.db, entry.id, n - 1)) ?? null)
  return { revision: present(row, before), fields: parsed(text.fields) }
}

/**
 * Gives an entry the text of an earlier version as its next one; its address stays. Throws `NotFound`, `Stale`, and
 * `Invalid` when the text is not allowed any more.
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
