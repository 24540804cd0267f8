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

/** An image to be sent: an open file, which whoever gets it closes, or the bytes where the disk takes none. */
export type OpenedImage = { from: FileHandle | Buffer; bytes: number }

/** Works on images, and keeps on disk what this instance has served. */
export type ImageCache = {
  /** Does something with an image when it is its turn. Throws `TryLater` when `most` wait already. */
  work<T>(task: () => Promise<T>, most?: number): Promise<T>
  /** Opens what is kept under a key; null when nothing is. */
  find(key: string): Promise<OpenedImage | null>
  /** Makes what is not kept, once however many ask at the same time, and opens it. */
  make(key: string, task: () => Promise<Buffer>): Promise<OpenedImage>
  /** The keys of everything that is kept, and when each was written, in milliseconds. */
  kept(): Promise<{ key: string; at: number }[]>
  /** Forgets what is kept under a key. */
  forget(key: string): Promise<void>
}

type Place = { dir: string; log: Pick<Logger, 'warn'> }

/** How many images are worked on at a time, and how many may wait for that. Each takes a core and some hundred megabytes. */
const CONCURRENCY = 2
const MAX_QUEUED = 50

/** A kept file is checked against its digest once, and this many are known to be whole. */
const MAX_VERIFIED = 10_000

export function createImageCache({ dir, log }: Place): ImageCache {
  const places = pLimit(CONCURRENCY)
  const underway = new Map<string, Promise<Buffer | null>>()
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

  /** Null once it is on the disk. */
  async function keep(key: string, task: () => Promise<Buffer>) {
    const content = await task()
    try {
      await writeChecksummedFile(fileOf(key), content)
      whole.set(key, content.length)
      return null
    } catch (error) {
      log.warn({ err: error }, 'an image could not be kept on disk')
      return content
    }
  }

  return {
    work(task, most = MAX_QUEUED) {
      if (places.pendingCount >= most) {
        throw new TryLater('unavailable', 'Too many images are being worked on. Try again soon.', 5)
      }
      return places(task)
    },
    find,
    async make(key, task) {
      let made = underway.get(key)
      if (!made) underway.set(key, (made = keep(key, task).finally(() => underway.delete(key))))
      const content = await made
      if (content) return { from: content, bytes: content.length }
      const opened = await find(key)
      if (!opened) throw new TryLater('unavailable', 'The image is gone from the disk. Try again soon.', 5)
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
        log.warn({ err: error, key }, 'an image that was deleted could not be taken off the disk'),
      )
    },
  }
}
