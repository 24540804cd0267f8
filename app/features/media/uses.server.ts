import type { Context } from '#app/context.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'
import type { Media } from '#app/features/media/schema.ts'
import { unpublishedTexts } from '#app/features/media/store.server.ts'
import { imagesIn } from '#app/site/image-paths.ts'

export type Uses = Map<string, Media['used_in']>

/**
 * The pages that show each image, by the beginning of its hash: the published ones, and the entries whose text as it stands
 * is not what readers have yet. Its caller has authorised it.
 */
export async function usesOfImages(ctx: Pick<Context, 'db' | 'library' | 'memory'>): Promise<Uses> {
  const uses: Uses = new Map(await published(ctx))
  for (const { type, slug, title, body } of await unpublishedTexts(ctx.db)) {
    const path = pathOfEntry({ type: type as EntryType, slug })
    for (const hash of imagesIn(body)) {
      const before = uses.get(hash) ?? []
      if (!before.some((page) => page.path === path)) uses.set(hash, [...before, { path, title }])
    }
  }
  return uses
}

/** The published texts are read once for each state of the content. */
const published = ({ library, memory }: Pick<Context, 'library' | 'memory'>): Promise<Uses> =>
  memory.recall('uses of images', library.digest, async () => {
    const uses: Uses = new Map()
    for (const { path, title, body } of library.entries) {
      for (const hash of imagesIn(body)) uses.set(hash, [...(uses.get(hash) ?? []), { path, title }])
    }
    return uses
  })
