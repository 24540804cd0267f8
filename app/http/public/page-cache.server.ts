import { LRUCache } from 'lru-cache'
import type { Representation } from '#app/http/protocol/negotiate.ts'

/** Rendered public page of the content with `digest`. Markdown is created on the first request. */
export type PublicPage = {
  /** Path with the part of the query that the page depends on. */
  key: string
  digest: string
  status: number
  bodies: Partial<Record<Representation, { bytes: Buffer; tokens?: number }>>
  /** Encoded forms, keyed by representation, coding and URL. */
  encodings: Map<string, EncodedPage>
  /** Encoded forms, keyed by negotiation headers. */
  negotiated: Map<string, EncodedPage>
}

/** Encoded form of a page: its bytes, and headers as alternating names and values. */
export type EncodedPage = {
  path: string
  representation: Representation
  bytes: Buffer
  etag: string | null
  unchanged: string[]
  whole: string[]
}

/** Estimated size of a page in addition to its bytes: headers, maps and objects. */
const OVERHEAD = 8_192

/** Returns the number of bytes that a page uses. Shared buffers count once. */
function sizeOf({ bodies, encodings }: PublicPage) {
  const buffers = new Set([
    ...Object.values(bodies).map(({ bytes }) => bytes),
    ...[...encodings.values()].map(({ bytes }) => bytes),
  ])
  return [...buffers].reduce((sum, { length }) => sum + length, OVERHEAD)
}

/**
 * Creates an LRU cache of rendered pages, with a limit in megabytes. `get` returns a page only if its content digest
 * matches.
 */
export function createPageCache(megabytes: number) {
  const maxSize = megabytes * 1024 * 1024
  const pages = new LRUCache<string, PublicPage>({ maxSize, sizeCalculation: sizeOf })
  return {
    get(key: string, digest: string): PublicPage | undefined {
      const page = pages.get(key)
      return page?.digest === digest ? page : undefined
    },
    /** Stores a page, or updates its size after an encoding was added. */
    set(page: PublicPage): void {
      pages.delete(page.key)
      pages.set(page.key, page)
    },
    clear: () => pages.clear(),
    /** Checks whether the cache is nearly full, so that adding a page would evict another. */
    isFull: () => pages.calculatedSize > maxSize * 0.9,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
