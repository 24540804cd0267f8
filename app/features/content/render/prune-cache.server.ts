import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contextFor, type App } from '#app/context.server.ts'
import { cacheFolders } from '#app/platform/cache/checksummed-file.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** Milliseconds after which an unread file is deleted. */
const MAX_UNREAD_MS = 30 * DAY

/** Deletes cached files that have not been read for 30 days. Deleted files are rendered again when needed. */
export async function pruneCache(folder: string, now: Date): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const file of files) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    const found = await stat(path).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > MAX_UNREAD_MS) await rm(path, { force: true })
  }
}

/** Starts daily pruning of this instance's cache. Returns a function that stops the pruning. */
export const startCachePruning = (app: App): (() => Promise<void>) =>
  startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'kept_files',
    every: DAY,
    failureMessage: 'unused cache files could not be deleted',
    async run({ config }) {
      for (const folder of cacheFolders(config)) await pruneCache(folder, new Date())
    },
  })
