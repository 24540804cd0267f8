import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { hasContentImage, readContentImage } from '#app/features/media/content-images.server.ts'
import type { OpenedImage } from '#app/features/media/image-cache.server.ts'
import { resizeImage } from '#app/features/media/raster.server.ts'
import { bytesOf, findImage } from '#app/features/media/store.server.ts'
import { mediaTypes, readMediaFile, sizesOf, sizeWidths } from '#app/site/image-paths.ts'

/** Requested file. `width` selects a resized version and must be one of the listed widths. */
export type MediaRequest = { file: string; width: string | null }

type Serves = Pick<Context, 'db' | 'contentIndex' | 'imageCache' | 'log'>

/** Response metadata of an image, available without reading the bytes. */
export type FoundMedia = { key: string; type: string; name: string; hash: string }

const nothing = () => new NotFound('This image does not exist.')

/**
 * Finds the image for a URL. Checks the database and the content folder each time, so that deletions take effect
 * immediately on all instances. Public. Throws `NotFound`.
 */
export async function findMedia(
  ctx: Pick<Context, 'db' | 'contentIndex'>,
  { file, width }: MediaRequest,
): Promise<FoundMedia> {
  const original = width === null ? file : file.replace(/\.webp$/, '')
  const said = readMediaFile(original)
  const size = sizeWidths.find((one) => String(one) === width)
  const key = width === null ? file : `${width}/${file}`
  if (!said || (width !== null && !sizesOf(original).some(({ url }) => url === `/media/${key}` && size)))
    throw nothing()
  const type = width === null ? mediaTypes[said.extension] : mediaTypes.webp
  if (ctx.contentIndex.siteImages.has(original)) return { key, type, name: original, hash: said.hash }
  const row = await findImage(ctx.db, original)
  if (row) return { key, type, ...row }
  if (await hasContentImage(ctx.contentIndex, original)) return { key, type, name: original, hash: said.hash }
  throw nothing()
}

/**
 * Opens an image from `findMedia`, from the cache, the database or the content folder. Creates each size on first request. Public. Throws
 * `NotFound` after a deletion, and `TryLater` under load.
 */
export async function openMedia(ctx: Serves, { key, hash }: FoundMedia): Promise<OpenedImage> {
  const kept = await ctx.imageCache.find(key)
  if (kept) return kept
  const bytes = () => originalBytes(ctx, { key, hash })
  const width = key.includes('/') ? Number(key.split('/')[0]) : null
  return ctx.imageCache.make(key, () =>
    width === null ? bytes() : ctx.imageCache.work(async () => resizeImage(ctx, await bytes(), width)),
  )
}

/** Returns the bytes of the original image: a file of the content folder, or an uploaded image. */
async function originalBytes(
  { db, contentIndex }: Pick<Context, 'db' | 'contentIndex'>,
  { key, hash }: Pick<FoundMedia, 'key' | 'hash'>,
): Promise<Buffer> {
  const file = key.includes('/') ? key.split('/')[1]!.replace(/\.webp$/, '') : key
  const original =
    contentIndex.siteImages.get(file) ??
    (await bytesOf(db, hash)) ??
    (await readContentImage(contentIndex, file))
  if (!original) throw nothing()
  return original
}

/** Reads an image of the site by its path. Public. Throws `NotFound`. */
export async function readImage(ctx: Pick<Context, 'db' | 'contentIndex'>, { path }: { path: string }) {
  const found = await findMedia(ctx, { file: path.replace('/media/', ''), width: null })
  return { type: found.type, bytes: await originalBytes(ctx, found) }
}
