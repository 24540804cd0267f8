import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { createEntry, initialFields, listCmsEntries } from '#app/features/cms/entries.server.ts'
import { entryInput, type ListedEntry } from '#app/features/cms/schema.ts'

/**
 * Returns the document whose title is a question, and creates a draft if there is none (`isNew`). Throws `Invalid` for
 * a question that cannot be a title.
 */
export async function draftFromQuestion(
  ctx: Context,
  { question }: { question: string },
): Promise<{ entry: ListedEntry; isNew: boolean }> {
  allow(ctx, 'cms:write')
  const text = question.trim().replace(/\s+/g, ' ')
  const title = text.charAt(0).toUpperCase() + text.slice(1)
  const { entries } = await listCmsEntries(ctx, {
    type: 'doc',
    q: title,
    source: 'own',
    limit: 100,
    offset: 0,
  })
  const existing = entries.find((entry) => entry.title.toLowerCase() === title.toLowerCase())
  if (existing) return { entry: existing, isNew: false }
  const fields = await initialFields(ctx, { type: 'doc', title })
  return { entry: await createEntry(ctx, { type: 'doc', ...entryInput.parse(fields) }), isNew: true }
}
