import { LRUCache } from 'lru-cache'
import type { Representation } from '#app/http/protocol/negotiate.ts'

/** A public page as it was rendered from the content with `digest`. The Markdown is made when it is first asked for. */
export type PublicPage = {
  /** The path, and the part of the query that the page depends on. */
  key: string
  digest: string
  status: number
  bodies: Partial<Record<Representation, { bytes: Buffer; tokens?: number }>>
  /** By representation, coding and address. */
  encodings: Map<string, EncodedPage>
  /** By the words in which somebody asked for the page. */
  negotiated: Map<string, EncodedPage>
}

/** What is written for a page in one representation and coding: names and values of headers in turn, and the bytes. */
export type EncodedPage = { bytes: Buffer; etag: string | null; unchanged: string[]; whole: string[] }

/** What a page is reckoned to take beside its bytes: headers, maps and objects. */
const OVERHEAD = 8_192

/** The bytes that a page holds: several forms may share one buffer. */
function sizeOf({ bodies, encodings }: PublicPage) {
  const buffers = new Set([
    ...Object.values(bodies).map(({ bytes }) => bytes),
    ...[...encodings.values()].map(({ bytes }) => bytes),
  ])
  return [...buffers].reduce((sum, { length }) => sum + length, OVERHEAD)
}

/** Keeps rendered pages, up to a size in megabytes (LRU). A page counts while its digest is the content's. */
export function createPageCache(megabytes: number) {
  const maxSize = megabytes * 1024 * 1024
  const pages = new LRUCache<string, PublicPage>({ maxSize, sizeCalculation: sizeOf })
  return {
    get(key: string, digest: string): PublicPage | undefined {
      const page = pages.get(key)
      return page?.digest === digest ? page : undefined
    },
    /** Keeps a page, or weighs it anew when it has grown by a form. */
    set(page: PublicPage): void {
      pages.delete(page.key)
      pages.set(page.key, page)
    },
    clear: () => pages.clear(),
    /** True when the next page would push another one out. */
    isFull: () => pages.calculatedSize > maxSize * 0.9,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
