import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { ContentKit } from '#app/features/content/render/components.server.tsx'
import type { RenderWorker } from '#app/features/content/render/render-worker.server.ts'
import { createRenderer } from '#app/features/content/render/render.server.tsx'
import type { RenderResult } from '#app/features/content/render/safe-render.server.tsx'
import type { Entry } from '#app/features/content/schema.ts'
import { writeChecksummedFile, readChecksummedFile } from '#app/platform/cache/checksummed-file.server.ts'
import { createSingleFlight } from '#app/platform/cache/single-flight.server.ts'

/** Maximum total length of rendered bodies in memory, in characters. Pages have a separate cache. */
const MAX_CACHED_CHARACTERS = 8_000_000

/**
 * Folders for rendered bodies: `built` is part of the build and read-only. `cache` is written at run time. Null
 * disables a folder.
 */
export type BodyFolders = { built: string | null; cache: string | null }

type BodyCacheOptions = {
  version: string
  shelves: BodyFolders
  log: Pick<Logger, 'warn'>
  kit: ContentKit
  drawer: Pick<RenderWorker, 'render'>
}

/**
 * Creates a cache that renders each body once, keyed by a hash of `version` and text. `html` is for published entries.
 * `draw` takes any body and can return issues.
 */
export function createBodyCache({ version, shelves, log, kit, drawer }: BodyCacheOptions) {
  const render = createRenderer(kit)
  const kept = new LRUCache<string, string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (html) => html.length + 1,
  })
  const making = createSingleFlight<RenderResult>()

  async function make(key: string, renderBody: () => Promise<RenderResult>): Promise<RenderResult> {
    for (const folder of [shelves.built, shelves.cache]) {
      const stored = folder && (await readChecksummedFile(fileOf(folder, key)))
      if (stored) return { html: stored.toString() }
    }
    const drawn = await renderBody()
    if (shelves.cache !== null && 'html' in drawn) {
      await writeChecksummedFile(fileOf(shelves.cache, key), Buffer.from(drawn.html)).catch(
        (error: unknown) => log.warn({ err: error }, 'a rendered page could not be stored on disk'),
      )
    }
    return drawn
  }

  async function once(key: string, renderBody: () => Promise<RenderResult>): Promise<RenderResult> {
    const known = kept.get(key)
    if (known !== undefined) return { html: known }
    return making.run(key, async () => {
      const drawn = await make(key, renderBody)
      if ('html' in drawn) kept.set(key, drawn.html)
      return drawn
    })
  }

  const draw = (body: string, caller: string): Promise<RenderResult> =>
    once(bodyKey(version, { body }), () => drawer.render(body, caller))

  return {
    draw,
    async html(entry: Entry): Promise<string> {
      const drawn = entry.isWritten
        ? await draw(entry.body, entry.path)
        : await once(bodyKey(version, entry), async () => ({ html: await render(entry) }))
      if ('html' in drawn) return drawn.html
      const lines = drawn.refused.map(
        ({ line, column, reason }) => `${entry.file}${line === null ? '' : `:${line}:${column}`}: ${reason}`,
      )
      throw new Error(lines.join('\n'))
    },
  }
}

/** Returns the cache key of an entry's body. */
export const bodyKey = (version: string, { body }: Pick<Entry, 'body'>) =>
  createHash('sha256').update(`${version}\0${body}`).digest('hex')

const fileOf = (folder: string, key: string) => join(folder, `${key}.html`)
