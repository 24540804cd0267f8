import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { OpenedImage } from '#app/features/media/image-cache.server.ts'
import { resizeImage } from '#app/features/media/raster.server.ts'
import { bytesOf, findImage } from '#app/features/media/store.server.ts'
import { mediaTypes, readMediaFile, sizesOf, sizeWidths } from '#app/site/image-paths.ts'

/** Requested file. `width` selects a resized version and must be one of the listed widths. */
export type MediaRequest = { file: string; width: string | null }

type Serves = Pick<Context, 'db' | 'imageCache' | 'log'>

/** Response metadata of an image, available without reading the bytes. */
export type FoundMedia = { key: string; type: string; name: string; hash: string }

const nothing = () => new NotFound('This image does not exist.')

/**
 * Finds the image for a URL. Checks the database each time, so that deletions take effect immediately on all instances.
 * Public. Throws `NotFound`.
 */
export async function findMedia(
  ctx: Pick<Context, 'db'>,
  { file, width }: MediaRequest,
): Promise<FoundMedia> {
  const original = width === null ? file : file.replace(/\.webp$/, '')
  const said = readMediaFile(original)
  const size = sizeWidths.find((one) => String(one) === width)
  const key = width === null ? file : `${width}/${file}`
  if (!said || (width !== null && !sizesOf(original).some(({ url }) => url === `/media/${key}` && size)))
    throw nothing()
  const row = await findImage(ctx.db, original)
  if (!row) throw nothing()
  return { key, type: width === null ? mediaTypes[said.extension] : mediaTypes.webp, ...row }
}

/**
 * Opens an image from `findMedia`, from the cache or the database. Creates each size on first request. Public. Throws
 * `NotFound` after a deletion, and `TryLater` under load.
 */
export async function openMedia(ctx: Serves, { key, hash }: FoundMedia): Promise<OpenedImage> {
  const kept = await ctx.imageCache.find(key)
  if (kept) return kept
  const bytes = async () => {
    const original = await bytesOf(ctx.db, hash)
    if (!original) throw nothing()
    return original
  }
  const width = key.includes('/') ? Number(key.split('/')[0]) : null
  return ctx.imageCache.make(key, () =>
    width === null ? bytes() : ctx.imageCache.work(async () => resizeImage(ctx, await bytes(), width)),
  )
}
