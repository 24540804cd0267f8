import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contextFor, type App } from '#app/context.server.ts'
import { cacheFolders } from '#app/platform/cache/checksummed-file.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** After how many milliseconds without a reader a kept file goes. */
const MAX_UNREAD_MS = 30 * DAY

/** Deletes what was made from the content, is kept on disk and has had no reader for thirty days: it can be made again. */
export async function pruneCache(folder: string, now: Date): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const file of files) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    const found = await stat(path).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > MAX_UNREAD_MS) await rm(path, { force: true })
  }
}

/** Does so each day on this instance's disk from now on. Returns what stops it. */
export const startCachePruning = (app: App): (() => Promise<void>) =>
  startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'kept_files',
    every: DAY,
    failureMessage: 'what nobody reads any more could not be taken off the disk',
    async run({ config }) {
      for (const folder of cacheFolders(config)) await pruneCache(folder, new Date())
    },
  })
