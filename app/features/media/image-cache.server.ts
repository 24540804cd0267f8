import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Logger } from 'pino'
import { TryLater } from '#app/errors.ts'
import {
  DIGEST_BYTES,
  writeChecksummedFile,
  readChecksummedFile,
} from '#app/platform/cache/checksummed-file.server.ts'
import { createSingleFlight } from '#app/platform/cache/single-flight.server.ts'

/** Image to send: an open file that the caller closes, or the bytes if the disk is not writable. */
export type OpenedImage = { from: FileHandle | Buffer; bytes: number }

/** Limits concurrent image work and caches served images on disk. */
export type ImageCache = {
  /** Runs a task when a slot is free. Throws `TryLater` if `most` tasks are waiting. */
  work<T>(task: () => Promise<T>, most?: number): Promise<T>
  /** Opens a cached image, or returns null. */
  find(key: string): Promise<OpenedImage | null>
  /** Creates and opens an uncached image. Concurrent calls share the work. */
  make(key: string, task: () => Promise<Buffer>): Promise<OpenedImage>
  /** Returns the keys of all cached files with their write times in milliseconds. */
  kept(): Promise<{ key: string; at: number }[]>
  /** Removes a cached image. */
  forget(key: string): Promise<void>
}

type Place = { dir: string; log: Pick<Logger, 'warn'> }

/** Limits on concurrent and queued image tasks. Each task needs one core and several hundred megabytes of memory. */
const CONCURRENCY = 2
const MAX_QUEUED = 50

/** Maximum number of cached files that are remembered as verified. The digest of each file is checked once. */
const MAX_VERIFIED = 10_000

export function createImageCache({ dir, log }: Place): ImageCache {
  const places = pLimit(CONCURRENCY)
  const underway = createSingleFlight<Buffer | null>()
  const whole = new LRUCache<string, number>({ max: MAX_VERIFIED })
  const fileOf = (key: string) => join(dir, ...key.split('/'))

  async function check(key: string) {
    const content = await readChecksummedFile(fileOf(key))
    if (content) whole.set(key, content.length)
    return content !== null
  }

  async function find(key: string): Promise<OpenedImage | null> {
    if (!whole.has(key) && !(await check(key))) return null
    const handle = await open(fileOf(key)).catch(() => null)
    const bytes = whole.get(key)
    if (handle && bytes !== undefined && (await handle.stat()).size === bytes + DIGEST_BYTES)
      return { from: handle, bytes }
    await handle?.close()
    whole.delete(key)
    return null
  }

  /** Writes an image to the cache. Returns the bytes if the disk is not writable, else null. */
  async function keep(key: string, task: () => Promise<Buffer>) {
    const content = await task()
    try {
      await writeChecksummedFile(fileOf(key), content)
      whole.set(key, content.length)
      return null
    } catch (error) {
      log.warn({ err: error }, 'an image could not be stored on disk')
      return content
    }
  }

  return {
    work(task, most = MAX_QUEUED) {
      if (places.pendingCount >= most) {
        throw new TryLater(
          'unavailable',
          'Too many images are being processed. Try again in a few seconds.',
          5,
        )
      }
      return places(task)
    },
    find,
    async make(key, task) {
      const content = await underway.run(key, () => keep(key, task))
      if (content) return { from: content, bytes: content.length }
      const opened = await find(key)
      if (!opened) throw new TryLater('unavailable', 'The image file is missing. Try again soon.', 5)
      return opened
    },
    async kept() {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
      const found = await Promise.all(
        files.map(async (file) => {
          const said = await stat(file).catch(() => null)
          return said && { key: relative(dir, file).split(sep).join('/'), at: said.mtimeMs }
        }),
      )
      return found.filter((one) => one !== null)
    },
    async forget(key) {
      whole.delete(key)
      await rm(fileOf(key), { force: true }).catch((error: unknown) =>
        log.warn({ err: error, key }, 'the cached files of a deleted image could not be deleted'),
      )
    },
  }
}
