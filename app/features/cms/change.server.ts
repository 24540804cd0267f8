import { authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound, Stale, type Current } from '#app/errors.ts'
import { kindOfActor, recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { fieldsOf, presentEntry } from '#app/features/cms/present.server.ts'
import {
  fieldNames,
  type CmsEntry,
  type DraftFields,
  type EntryInput,
  type RevisionAct,
} from '#app/features/cms/schema.ts'
import * as store from '#app/features/cms/store.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'

export type EntryOf = { type: EntryType; id: string }
export type EntryVersion = EntryOf & { version: number }

/** Actions for the audit log: changes that readers notice, and deletions. */
const auditedActs: Partial<Record<RevisionAct, AuditAction>> = {
  published: 'entry.published',
  unpublished: 'entry.unpublished',
  scheduled: 'entry.scheduled',
  unscheduled: 'entry.unscheduled',
  archived: 'entry.archived',
  unarchived: 'entry.unarchived',
  reverted: 'entry.reverted',
  deleted: 'entry.deleted',
  undeleted: 'entry.undeleted',
}

/** Returns the row of an entry that is not deleted. Throws `NotFound`. */
export async function requireEntry(ctx: Context, { type, id }: EntryOf): Promise<store.EntryRow> {
  const row = await store.entryById(ctx.db, id)
  if (!row || row.type !== type || row.deleted_at !== null)
    throw new NotFound('This entry does not exist. Choose an entry from the list.')
  return row
}

type EntryChange = {
  act: RevisionAct
  /** Submitted fields, which are included in the error for an outdated version. */
  yours?: EntryInput
  /** Does additional work in the transaction before the row is written. Returns the changes to the row. */
  work: (ctx: Context, row: store.EntryRow) => store.EntryPatch | Promise<store.EntryPatch>
}

/**
 * Creates the next version of an entry in one transaction: row, revision and additional work. Throws `NotFound`, and
 * `Stale` if `version` is outdated. The caller must check permission first.
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
    const row = await store.writeEntry(inner.db, entry, patch)
    if (!row) throw await staleEntryError(inner, await requireEntry(inner, entry), entry.version, yours)
    await writeRevision(inner, row, { act, before: fieldsOf(before) })
    const action = auditedActs[act]
    if (action) await recordEntry(inner, action, row)
    return presentEntry(row)
  })
}

/** Writes the revision of a row. Includes the text if the text differs from `before`. */
export async function writeRevision(
  ctx: Context,
  row: store.EntryRow,
  { act, before }: { act: RevisionAct; before: EntryInput | null },
): Promise<void> {
  const fields = fieldsOf(row)
  const isText = before === null || changedFields(before, fields).length > 0
  await store.insertRevision(ctx.db, {
    entry_id: row.id,
    n: row.version,
    act,
    fields: isText ? JSON.stringify(fields) : null,
    at: row.updated_at,
    ...authorColumns('by', ctx),
    ...(kindOfActor(ctx.actor) === 'cli' && { by: 'the command line' }),
  })
}

export const recordEntry = (
  ctx: Context,
  action: AuditAction,
  { id, type, slug, title, version }: store.EntryRow,
) =>
  recordAudit(ctx, { action, target: { kind: 'entry', id, name: title }, details: { type, slug, version } })

/** Returns the names of the fields that differ. */
export const changedFields = (before: DraftFields, after: DraftFields): string[] =>
  fieldNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/**
 * Creates the error for a write with an outdated version. Includes both texts, and the author and fields of later
 * changes.
 */
async function staleEntryError(
  ctx: Context,
  row: store.EntryRow,
  version: number,
  yours?: EntryInput,
): Promise<Stale> {
  const based = await store.fieldsAt(ctx.db, row.id, version)
  const theirs = presentEntry(row)
  const current: Current = {
    version: row.version,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
    changed: based?.fields ? changedFields(fromJson(based.fields), fieldsOf(row)) : [],
  }
  return new Stale(current, yours && { yours, theirs })
}
