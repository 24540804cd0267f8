import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { createEntry, initialFields } from '#app/features/cms/entries.server.ts'
import { type CmsEntry, entryInput } from '#app/features/cms/schema.ts'

/** Creates a draft of a document whose title is a question. Throws `Invalid` for a question that cannot be a title. */
export async function draftFromQuestion(ctx: Context, { question }: { question: string }): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  const title = question.charAt(0).toUpperCase() + question.slice(1)
  const fields = await initialFields(ctx, { type: 'doc', title })
  return createEntry(ctx, { type: 'doc', ...entryInput.parse(fields) })
}
