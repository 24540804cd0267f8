import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { TryLater } from '#app/errors.ts'
import { ogImageSize } from '#app/site/paths.ts'
import {
  startImageEngine,
  type DrawImage,
  type ImageEngine,
} from '#app/features/content/og-image/engine.server.ts'
import { writeChecksummedFile, readChecksummedFile } from '#app/platform/cache/checksummed-file.server.ts'

/** Makes share images and keeps them on disk. */
export type OgImageMaker = {
  /**
   * The PNG that is kept under `key`, or else the one that `draw` says, made once however many ask at the same time.
   * Throws `TryLater` when too many wait already, and where images cannot be made at all.
   */
  image(key: string, draw: DrawImage): Promise<Buffer>
  /** True when making the image now would save somebody the wait later. */
  canQueue(key: string): Promise<boolean>
}

type Place = { dir: string | null; log: Pick<Logger, 'error' | 'warn'>; load?: () => Promise<ImageEngine> }

/** How many images may wait for their turn. One is made at a time, since each takes all that a core can give. */
const MAX_QUEUED = 50

/** Images are kept in `dir`; null keeps none. The engine is loaded with the first image that has to be made. */
export function createOgImageMaker({ dir, log, load = startImageEngine }: Place): OgImageMaker {
  const underway = new Map<string, Promise<Buffer>>()
  let engine: Promise<ImageEngine> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const fileOf = (key: string) => (dir === null ? null : join(dir, `${key}.png`))

  function ready() {
    engine ??= load().catch((error: unknown) => {
      log.error({ err: error }, 'share images cannot be made on this system')
      throw new TryLater('unavailable', 'This server cannot make share images.', 3600)
    })
    return engine
  }

  async function make(draw: DrawImage) {
    if (waiting >= MAX_QUEUED) {
      throw new TryLater('unavailable', 'Too many share images are being made. Try again soon.', 5)
    }
    waiting++
    const turn = last.then(() => {
      waiting--
      return ready()
    })
    const made = turn.then((render) => render(draw, ogImageSize))
    last = made.catch(() => {})
    return made
  }

  async function find(key: string, draw: DrawImage) {
    const file = fileOf(key)
    const kept = file && (await readChecksummedFile(file))
    if (kept) return kept
    const fresh = await make(draw)
    if (file) {
      await writeChecksummedFile(file, fresh).catch((error: unknown) =>
        log.warn({ err: error }, 'a share image could not be kept on disk'),
      )
    }
    return fresh
  }

  return {
    image(key, draw) {
      let image = underway.get(key)
      if (!image) {
        image = find(key, draw).finally(() => underway.delete(key))
        underway.set(key, image)
      }
      return image
    },
    async canQueue(key) {
      const file = fileOf(key)
      if (!file || underway.has(key)) return false
      return access(file).then(
        () => false,
        () => true,
      )
    },
  }
}
