import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contextFor, type App } from '#app/context.server.ts'
import { keptFolders } from '#app/platform/cache/checksummed-file.server.ts'
import { startRounds } from '#app/platform/process/background-worker.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** After how many milliseconds without a reader a kept file goes. */
const UNREAD = 30 * DAY

/** Deletes what was made from the content, is kept on disk and has had no reader for thirty days: it can be made again. */
export async function pruneKept(folder: string, now: Date): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const file of files) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    const found = await stat(path).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > UNREAD) await rm(path, { force: true })
  }
}

/** Does so each day on this instance's disk from now on. Returns what stops it. */
export const startPruning = (app: App): (() => Promise<void>) =>
  startRounds(contextFor(app, { kind: 'system' }), {
    name: 'kept_files',
    every: DAY,
    failed: 'what nobody reads any more could not be taken off the disk',
    async round({ config }) {
      for (const folder of keptFolders(config)) await pruneKept(folder, new Date())
    },
  })
