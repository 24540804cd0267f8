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
import { createSingleFlight } from '#app/platform/cache/single-flight.server.ts'

/** Renders Open Graph images and caches them on disk. */
export type OgImageMaker = {
  /**
   * Returns the cached PNG of `key`, or renders `draw` once for concurrent calls. Throws `TryLater` if the queue is
   * full or images cannot be rendered.
   */
  image(key: string, draw: DrawImage): Promise<Buffer>
  /** Returns true if the image is neither cached nor being rendered. */
  canQueue(key: string): Promise<boolean>
  /** Returns the site's icon as a data URL, or null if the icon cannot be rendered. */
  iconUrl(path: string): Promise<string | null>
}

type Place = {
  dir: string | null
  log: Pick<Logger, 'error' | 'warn'>
  load?: () => Promise<ImageEngine>
  icon?: (path: string) => Promise<Buffer>
}

/** Maximum number of queued images. Images are rendered one at a time, because each image uses a full core. */
const MAX_QUEUED = 50

/**
 * Creates the image maker, which loads the engine for the first image. `dir` is the cache folder. Null disables
 * caching.
 */
export function createOgImageMaker({ dir, log, load = startImageEngine, icon }: Place): OgImageMaker {
  const underway = createSingleFlight<Buffer>()
  let engine: Promise<ImageEngine> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const fileOf = (key: string) => (dir === null ? null : join(dir, `${key}.png`))

  function ready() {
    engine ??= load().catch((error: unknown) => {
      log.error({ err: error }, 'share images cannot be rendered on this system')
      throw new TryLater('unavailable', 'This server cannot render share images.', 3600)
    })
    return engine
  }

  async function make(draw: DrawImage) {
    if (waiting >= MAX_QUEUED) {
      throw new TryLater(
        'unavailable',
        'Too many share images are being rendered. Try again in a few seconds.',
        5,
      )
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
        log.warn({ err: error }, 'a share image could not be stored on disk'),
      )
    }
    return fresh
  }

  return {
    async iconUrl(path) {
      if (!icon) return null
      return icon(path).then(
        (png) => `data:image/png;base64,${png.toString('base64')}`,
        (error: unknown) => {
          log.warn({ err: error, path }, 'the icon of the site could not be rendered')
          return null
        },
      )
    },
    image: (key, draw) => underway.run(key, () => find(key, draw)),
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
