import { allow } from '#app/access.ts'
import { contextFor, type App, type Context } from '#app/context.server.ts'
import { inChunks } from '#app/platform/db/sql.server.ts'
import { listContentImages } from '#app/features/media/content-images.server.ts'
import { knownFiles } from '#app/features/media/store.server.ts'
import { readMediaFile } from '#app/site/image-paths.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { HOUR } from '#app/primitives/time.ts'

/** Returns the name of the image that a cached file belongs to, or null for other files, such as incomplete files. */
function imageOf(key: string): string | null {
  const last = key.split('/').at(-1)!
  const file = key.includes('/') ? last.replace(/\.webp$/, '') : last
  return readMediaFile(file) && file
}

/** Removes cached files of deleted images from this instance. */
export async function purgeImageCache(ctx: Context): Promise<void> {
  allow(ctx, 'cms:write')
  const kept = await ctx.imageCache.kept()
  const files = [...new Set(kept.flatMap(({ key }) => imageOf(key) ?? []))]
  const known = new Set([
    ...(await inChunks(files, (chunk) => knownFiles(ctx.db, chunk))),
    ...ctx.contentIndex.siteImages.keys(),
    ...(await listContentImages(ctx.contentIndex)),
  ])
  for (const { key, at } of kept) {
    const file = imageOf(key)
    // An unknown file may be a write in progress.
    const stays = file ? known.has(file) : at > Date.now() - HOUR
    if (!stays) await ctx.imageCache.forget(key)
  }
}

/**
 * Starts the worker that removes deleted images from the cache. The worker runs on signals, and every hour in case a
 * signal was lost. Returns a function that stops the worker.
 */
export const startImageCachePurge = (app: App): (() => Promise<void>) =>
  startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'media',
    every: HOUR,
    topic: 'media',
    failureMessage: 'files of deleted images could not be deleted',
    run: (ctx) => purgeImageCache(ctx),
  })
