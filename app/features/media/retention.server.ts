import { allow } from '#app/access.ts'
import { contextFor, type App, type Context } from '#app/context.server.ts'
import { inChunks } from '#app/platform/db/sql.server.ts'
import { knownFiles } from '#app/features/media/store.server.ts'
import { readMediaFile } from '#app/site/image-paths.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { HOUR } from '#app/primitives/time.ts'

/** The name of the image that a kept file belongs to; null for what is none of ours, such as half of one. */
function imageOf(key: string): string | null {
  const last = key.split('/').at(-1)!
  const file = key.includes('/') ? last.replace(/\.webp$/, '') : last
  return readMediaFile(file) && file
}

/** Takes off this instance's disk what belongs to no image any more. */
export async function purgeImageCache(ctx: Context): Promise<void> {
  allow(ctx, 'cms:write')
  const kept = await ctx.imageCache.kept()
  const files = [...new Set(kept.flatMap(({ key }) => imageOf(key) ?? []))]
  const known = new Set(await inChunks(files, (chunk) => knownFiles(ctx.db, chunk)))
  for (const { key, at } of kept) {
    const file = imageOf(key)
    // What is no image yet may be on its way to become one.
    const stays = file ? known.has(file) : at > Date.now() - HOUR
    if (!stays) await ctx.imageCache.forget(key)
  }
}

/**
 * Keeps this instance's disk free of deleted images from now on: at once, whenever a signal says that one was deleted, and every
 * hour, for a signal may be lost. Returns what stops it.
 */
export const startImageCachePurge = (app: App): (() => Promise<void>) =>
  startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'media',
    every: HOUR,
    topic: 'media',
    failureMessage: 'deleted images could not be taken off the disk',
    run: (ctx) => purgeImageCache(ctx),
  })
