import type { Context } from '#app/context.server.ts'
import { changedFields } from '#app/features/cms/change.server.ts'
import { createEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { fieldsOf, fileId, presentEntry } from '#app/features/cms/present.server.ts'
import type { CmsEntry, EntryInput } from '#app/features/cms/schema.ts'
import { entryBySlug } from '#app/features/cms/store.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'

/**
 * Stores imported fields: a new draft, or the next version of the entry with the slug. An entry with the same fields
 * stays unchanged. The rules for entries check permission. Throws like `saveEntry`.
 */
export async function storeImported(ctx: Context, type: EntryType, fields: EntryInput): Promise<CmsEntry> {
  const there = await entryBySlug(ctx.db, type, fields.slug)
  if (there && !changedFields(fieldsOf(there), fields).length) return presentEntry(there)
  if (there) return saveEntry(ctx, { type, id: there.id, version: there.version, ...fields })
  const isFile = ctx.contentIndex.files.some((file) => file.type === type && file.slug === fields.slug)
  if (isFile) return saveEntry(ctx, { type, id: fileId(fields.slug), version: 0, ...fields })
  return createEntry(ctx, { type, ...fields })
}
