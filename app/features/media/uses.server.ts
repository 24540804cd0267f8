import type { Context } from '#app/context.server.ts'
import { imagesIn } from '#app/features/media/address.ts'
import type { Media } from '#app/features/media/schema.ts'

export type Uses = Map<string, Media['used_in']>

/**
 * The published pages that show each image, by the beginning of its hash. The texts are read once for each state of the content.
 * Its caller has authorised it.
 */
export const usesOfImages = ({ library, memory }: Pick<Context, 'library' | 'memory'>): Promise<Uses> =>
  memory.recall('uses of images', library.digest, async () => {
    const uses: Uses = new Map()
    for (const { path, title, body } of library.entries) {
      for (const hash of imagesIn(body)) uses.set(hash, [...(uses.get(hash) ?? []), { path, title }])
    }
    return uses
  })
