import type { RequestHandler } from '@remix-run/node'
import type { App } from '#app/context.server.ts'
import { markdownPath, pageOfMarkdownPath } from '#app/site/paths.ts'
import { limitHeaders, tooManyRequests, type Allowance } from '#app/platform/security/rate-limiter.server.ts'
import { countRequest, requestLimitHeaders } from '#app/http/protocol/meter.server.ts'
import { chooseCoding, chooseRepresentation, matchesEtag } from '#app/http/protocol/negotiate.ts'
import {
  sendPermanentRedirect,
  sendNotAcceptable,
  sendRefusal,
  sendResponse,
} from '#app/http/public/page-responses.server.ts'
import type { EncodedPage, PageCache, PublicPage } from '#app/http/public/page-cache.server.ts'
import { NOT_FOUND_PATH, createPageRenderer } from '#app/http/public/page-renderer.server.ts'
import { cacheQuery } from '#app/http/public/cache-query.server.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { limitAddress } from '#app/http/protocol/request-info.server.ts'
import type { PublicMatch } from '#app/http/protocol/routing.server.ts'
import { publicPath } from '#app/features/readers/public-text.ts'
import { headersOf, requestHeaders, flattenHeaders } from '#app/http/protocol/security-headers.server.ts'

type PublicPagesOptions = {
  app: App
  cache: PageCache | null
  handler: RequestHandler
}
/** Parts of a route match that are needed to serve the page. */
type PublicPageCall = Pick<PublicMatch, 'path' | 'isTwin' | 'handle'>

/** Page for all missing paths, rendered once. */
export const NOT_FOUND_PAGE: PublicPageCall = {
  path: NOT_FOUND_PATH,
  isTwin: false,
  handle: { public: true },
}

type Read = Pick<EncodedPage, 'path' | 'representation'>

/** Maximum number of negotiation keys per page, and the maximum length of a key in characters. */
const MAX_NEGOTIATED = 12
const MAX_NEGOTIATION_KEY = 300

/** Returns the cache key of a request: its path and the headers that determine the representation. */
const negotiationKey = ({ path, request: { headers } }: Visit) =>
  `${path}\n${headers.accept ?? ''}\n${headers['accept-encoding'] ?? ''}`

function rememberNegotiated({ negotiated }: PublicPage, wording: string, form: EncodedPage) {
  if (negotiated.size < MAX_NEGOTIATED && wording.length < MAX_NEGOTIATION_KEY) negotiated.set(wording, form)
}

/** Creates the handler of public pages. Chooses HTML or Markdown by `Accept` or URL, and caches rendered pages. */
export function createPublicPages({ app, cache, handler }: PublicPagesOptions) {
  const press = createPageRenderer({ app, cache, handler })
  const { known, find, formOf, warm, markdown, unchangedFor } = press
  const counted = app.metrics.pages

  /** Counts the visit. Returns null synchronously if limits are disabled. */
  const count = ({ facts }: Visit) =>
    app.rateLimiter.isOn ? app.rateLimiter.consume('pages', limitAddress(facts.address)) : null

  const ownPairs = ({ facts }: Visit, allowance: Allowance | null) =>
    allowance ? [...requestHeaders(facts), ...flattenHeaders(limitHeaders(allowance))] : requestHeaders(facts)

  /**
   * Counts a read for site analytics. Browsers prefetch a page on hover and then show it without another
   * request, so prefetches count.
   */
  function countRead({ request, facts, path: asked }: Visit, status: number, { path, representation }: Read) {
    if (request.method !== 'GET' || !facts.reader) return
    if (status === 200) app.readers.view(facts.reader, path, representation, request.headers.referer)
    else if (status === 404) app.readers.note(facts.reader, 'missing', publicPath(asked))
  }

  function send(visit: Visit, status: number, form: EncodedPage, allowance: Allowance | null) {
    const { request, response, facts } = visit
    if (allowance) facts.allowance = allowance
    if (allowance?.refused) return sendRefusal(app, visit, tooManyRequests(allowance))
    countRead(visit, status, form)
    const own = ownPairs(visit, allowance)
    if (form.etag && matchesEtag(request.headers['if-none-match'], form.etag)) {
      response.writeHead(304, form.unchanged.concat(own)).end()
      return
    }
    response.writeHead(status, form.whole.concat(own))
    response.end(request.method === 'HEAD' ? undefined : form.bytes)
  }

  return {
    markdown,
    warm,

    /** Checks whether adding a page would evict another from the cache. */
    isFull: () => cache?.isFull() ?? true,

    /** Clears all pages after the content has changed. */
    forget: () => cache?.clear(),

    /** Checks whether the page at a path is in the cache. */
    knows: (path: string) => known(path) !== undefined,

    /** If the page is in memory, responds immediately and returns true. `failed` receives later errors. */
    answerAgain(visit: Visit, failed: (error: unknown) => void): boolean {
      if (visit.search) return false
      const form = known(pageOfMarkdownPath(visit.path) ?? visit.path)?.negotiated.get(negotiationKey(visit))
      if (!form) return false
      counted.hit += 1
      const allowed = count(visit)
      if (allowed) allowed.then((allowance) => send(visit, 200, form, allowance)).catch(failed)
      else send(visit, 200, form, null)
      return true
    },

    /** Redirects to the canonical URL of a page. */
    async move(visit: Visit, path: string): Promise<void> {
      const { response, facts, search } = visit
      await countRequest(app, visit)
      sendPermanentRedirect(response, path + search, {
        ...headersOf(facts),
        ...requestLimitHeaders(facts, 308),
      })
    },

    async answer(visit: Visit, { path, isTwin, handle }: PublicPageCall): Promise<void> {
      const { request, response, facts } = visit
      const allowance = facts.allowance ?? (await count(visit))
      if (allowance) facts.allowance = allowance
      if (allowance?.refused) return sendRefusal(app, visit, tooManyRequests(allowance))
      const more = allowance ? { ...headersOf(facts), ...limitHeaders(allowance) } : headersOf(facts)
      const moved = app.contentIndex.find(path) ? undefined : app.contentIndex.redirectOf(path)
      if (moved)
        return sendPermanentRedirect(response, (isTwin ? markdownPath(moved) : moved) + visit.search, more)
      const chosen = isTwin ? 'markdown' : chooseRepresentation(request.headers.accept)
      const coding = chooseCoding(request.headers['accept-encoding'])
      const query = cacheQuery(handle, visit.search)
      const wanted = { ...query, path, twin: isTwin, representation: chosen ?? 'html', coding }
      const asked = request.headers['if-none-match']
      // `*` matches any existing page, so `*` needs a lookup. A tag can only come from the page itself.
      if (chosen && asked && asked.trim() !== '*' && !known(path + query.search)) {
        const unchanged = unchangedFor(wanted, (etag) => matchesEtag(asked, etag))
        if (unchanged) {
          countRead(visit, 200, { path, representation: chosen })
          return void response.writeHead(304, unchanged.concat(ownPairs(visit, allowance))).end()
        }
      }
      const isKept = known(path + query.search) !== undefined
      counted[isKept ? 'hit' : 'miss'] += 1
      const page = await find(wanted, facts)
      if (page instanceof Response) return sendResponse(response, page, more)
      if (!chosen && page.status === 200) return sendNotAcceptable(app, visit, path + query.search)
      const form = await formOf(page, wanted)
      if (!visit.search && page.status === 200) rememberNegotiated(page, negotiationKey(visit), form)
      send(visit, page.status, form, allowance)
    },
  }
}

export type PublicPages = ReturnType<typeof createPublicPages>
