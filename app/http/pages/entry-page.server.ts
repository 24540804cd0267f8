import type { Context } from '#app/context.server.ts'
import { othersAtWork, readDraft } from '#app/features/cms/drafts.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { fieldNames, type CmsEntry, type DraftFields } from '#app/features/cms/schema.ts'
import { describeTypes } from '#app/features/cms/types.server.ts'
import { NotFound } from '#app/errors.ts'
import { entryTypes } from '#app/features/content/schema.ts'

type Params = Partial<Record<string, string>>

/** Which entry the address of a page names. Throws `NotFound` for a type that there is not. */
export function entryIn({ type, id = '' }: Params) {
  const known = entryTypes.find((one) => one === type)
  if (!known) throw new NotFound('There is no such entry.')
  return { type: known, id }
}

/** The fields that are written, of all that an entry has. */
export const writtenOf = (entry: CmsEntry) =>
  Object.fromEntries(fieldNames.map((name) => [name, entry[name]])) as unknown as DraftFields

/**
 * What the editor of an entry is given: the entry, and to begin with what its reader typed last and did not save, where
 * there is that.
 */
export async function editorOf(ctx: Context, params: Params) {
  const asked = entryIn(params)
  const entry = await readCmsEntry(ctx, asked)
  const draft = await readDraft(ctx, asked)
  const { sections, components } = await describeTypes(ctx)
  const saved = { fields: writtenOf(entry), version: entry.version }
  const begin = draft ? { fields: draft.fields, version: draft.version } : saved
  return {
    entry,
    begin,
    draft: draft && { saved_at: draft.saved_at, version: draft.version },
    others: await othersAtWork(ctx, asked),
    sections,
    components,
  }
}
