import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import { fileId } from '#app/features/cms/present.server.ts'
import { entryBySlug } from '#app/features/cms/store.server.ts'

/** Which entry stands at the address of a public page: the CMS’s, or the content file’s. Throws `NotFound`. */
export async function findEditor(ctx: Context, { path }: { path: string }): Promise<EntryOf> {
  allow(ctx, 'cms:write')
  const shown = ctx.library.find(path)
  if (!shown || shown.isMade) throw new NotFound('No entry is published at this address.')
  const { type, slug } = shown
  const row = await entryBySlug(ctx.db, type, slug)
  if (row) return { type, id: row.id }
  if (shown.isWritten) return { type, id: shown.file.replace('cms/', '') }
  return { type, id: fileId(slug) }
}
