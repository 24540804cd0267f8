import type { Body } from '#app/http/body.server.ts'
import type { Representation } from '#app/http/negotiate.ts'

/** A public page in both representations, with the headers that each has in every coding. */
export type PublicPage = {
  status: number
  path: string
  bodies: Record<Representation, Body>
  headers: Record<Representation, Record<string, string>>
  forms: Map<string, Form>
}

/** What is written for a page in one representation and coding: names and values of headers in turn, and the bytes. */
export type Form = { bytes: Buffer; etag: string; unchanged: string[]; whole: string[] }

/** Keeps the bytes of public pages by path. The page used least recently makes room when `most` are kept. */
export function makePageCache(most = 2_000) {
  const pages = new Map<string, PublicPage>()
  return {
    get(path: string): PublicPage | undefined {
      const page = pages.get(path)
      if (page && pages.size === most) {
        pages.delete(path)
        pages.set(path, page)
      }
      return page
    },
    set(page: PublicPage): void {
      const oldest = pages.size >= most ? pages.keys().next().value : undefined
      if (oldest !== undefined) pages.delete(oldest)
      pages.set(page.path, page)
    },
  }
}

export type PageCache = ReturnType<typeof makePageCache>
