import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { keepFile, readKept } from '#app/features/content/kept-file.server.ts'
import { makeRenderer } from '#app/features/content/render.server.tsx'
import type { Entry } from '#app/features/content/schema.ts'

/** Characters of rendered bodies kept in memory: the pages made from them are kept elsewhere. */
const MOST = 8_000_000

/**
 * Where rendered bodies are kept: `built` holds those that came with the build and is only read, `cache` those made since.
 * Null keeps nothing there.
 */
export type Shelves = { built: string | null; cache: string | null }

/**
 * Makes what gives an entry's body as static HTML, rendered at most once for each text. Files are named by a hash of
 * `version` and text, so that a new version of the renderer never meets an old rendering.
 */
export function makeBodies(version: string, shelves: Shelves, log: Pick<Logger, 'warn'>) {
  const render = makeRenderer()
  const kept = new LRUCache<string, string>({ maxSize: MOST, sizeCalculation: (html) => html.length + 1 })
  const making = new Map<string, Promise<string>>()

  async function make(entry: Entry, key: string) {
    for (const folder of [shelves.built, shelves.cache]) {
      const stored = folder && (await readKept(fileOf(folder, key)))
      if (stored) return stored.toString()
    }
    const html = await render(entry)
    if (shelves.cache !== null) {
      await keepFile(fileOf(shelves.cache, key), Buffer.from(html)).catch((error: unknown) =>
        log.warn({ err: error }, 'a rendered page could not be kept on disk'),
      )
    }
    return html
  }

  return async (entry: Entry): Promise<string> => {
    const key = bodyKey(version, entry)
    const known = kept.get(key)
    if (known !== undefined) return known
    let html = making.get(key)
    if (!html) {
      html = make(entry, key)
      making.set(key, html)
      void html
        .then((text) => kept.set(key, text))
        .catch(() => {})
        .finally(() => making.delete(key))
    }
    return html
  }
}

/** The name of the file that keeps an entry's rendered body. */
export const bodyKey = (version: string, { body }: Pick<Entry, 'body'>) =>
  createHash('sha256').update(`${version}\0${body}`).digest('hex')

const fileOf = (folder: string, key: string) => join(folder, `${key}.html`)
