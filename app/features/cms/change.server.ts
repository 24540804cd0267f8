import { authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound, Stale, type Current } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { fieldsOf, presentEntry } from '#app/features/cms/present.server.ts'
import { fieldNames, type CmsEntry, type EntryInput, type RevisionAct } from '#app/features/cms/schema.ts'
import {
  entryById,
  type EntryPatch,
  type EntryRow,
  insertRevision,
  fieldsAt,
  writeEntry,
} from '#app/features/cms/store.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'

export type EntryOf = { type: EntryType; id: string }
export type EntryVersion = EntryOf & { version: number }

/** The acts that the audit log notes: those that readers notice, and what is gone. */
const auditedActs: Partial<Record<RevisionAct, AuditAction>> = {
  published: 'entry.published',
  unpublished: 'entry.unpublished',
  scheduled: 'entry.scheduled',
  unscheduled: 'entry.unscheduled',
  archived: 'entry.archived',
  reverted: 'entry.reverted',
  deleted: 'entry.deleted',
  undeleted: 'entry.undeleted',
}

/** The row of an entry that is not deleted. Throws `NotFound`. */
export async function requireEntry(ctx: Context, { type, id }: EntryOf): Promise<EntryRow> {
  const row = await entryById(ctx.db, id)
  if (!row || row.type !== type || row.deleted_at !== null) throw new NotFound('There is no such entry.')
  return row
}

type EntryChange = {
  act: RevisionAct
  /** What is sent with a write of texts: the refusal of an old version gives it back. */
  yours?: EntryInput
  /** What is done in the transaction besides, before the row is written; says what is written of it. */
  work: (ctx: Context, row: EntryRow) => EntryPatch | Promise<EntryPatch>
}

/**
 * Makes the next version of an entry in one transaction: its row, its revision, and what else the act does. Its caller has
 * authorised it. Throws `NotFound`, and `Stale` when `version` is not the one that stands.
 */
export async function changeEntry(
  ctx: Context,
  entry: EntryVersion,
  { act, yours, work }: EntryChange,
): Promise<CmsEntry> {
  return inTransaction(ctx, async (inner) => {
    const before = await requireEntry(inner, entry)
    if (before.version !== entry.version) throw await staleEntryError(inner, before, entry.version, yours)
    const at = inner.now().toISOString()
    const patch = { ...(await work(inner, before)), updated_at: at, ...authorColumns('updated_by', inner) }
    const row = await writeEntry(inner.db, entry, patch)
    if (!row) throw await staleEntryError(inner, await requireEntry(inner, entry), entry.version, yours)
    await writeRevision(inner, row, { act, before: fieldsOf(before) })
    const action = auditedActs[act]
    if (action) await recordEntry(inner, action, row)
    return presentEntry(row)
  })
}

/** Writes the revision that a row is the result of, with its text where `before` was another. */
export async function writeRevision(
  ctx: Context,
  row: EntryRow,
  { act, before }: { act: RevisionAct; before: EntryInput | null },
): Promise<void> {
  const fields = fieldsOf(row)
  const isText = before === null || changedFields(before, fields).length > 0
  await insertRevision(ctx.db, {
    entry_id: row.id,
    n: row.version,
    act,
    fields: isText ? JSON.stringify(fields) : null,
    at: row.updated_at,
    ...authorColumns('by', ctx),
  })
}

export const recordEntry = (
  ctx: Context,
  action: AuditAction,
  { id, type, slug, title, version }: EntryRow,
) =>
  recordAudit(ctx, { action, target: { kind: 'entry', id, name: title }, details: { type, slug, version } })

/** The names of the fields that differ. */
export const changedFields = (before: EntryInput, after: EntryInput): string[] =>
  fieldNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** The refusal of a write that was based on an older version: who changed what since, and both texts. */
async function staleEntryError(
  ctx: Context,
  row: EntryRow,
  version: number,
  yours?: EntryInput,
): Promise<Stale> {
  const based = await fieldsAt(ctx.db, row.id, version)
  const theirs = presentEntry(row)
  const current: Current = {
    version: row.version,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
    changed: based?.fields ? changedFields(JSON.parse(based.fields) as EntryInput, fieldsOf(row)) : [],
  }
  return new Stale(current, yours && { yours, theirs })
}
