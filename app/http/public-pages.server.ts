import type { RequestHandler } from '@remix-run/node'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App, Pages, RequestFacts } from '#app/context.server.ts'
import { pageOfTwin } from '#app/features/content/paths.ts'
import { encode, etagOf, tagOf } from '#app/http/body.server.ts'
import { limitHeaders, tooMany } from '#app/http/limit.server.ts'
import {
  chooseCoding,
  chooseRepresentation,
  codings,
  matchesEtag,
  type Coding,
  type Representation,
} from '#app/http/negotiate.ts'
import { sendMoved, sendNotAcceptable, sendRefusal, sendResponse } from '#app/http/page-answers.server.ts'
import type { Form, PageCache, PublicPage } from '#app/http/page-cache.server.ts'
import { pageHeaders } from '#app/http/page-headers.server.ts'
import type { Query } from '#app/http/page-queries.server.ts'
import { bodyOf, renderPage } from '#app/http/render-page.server.ts'
import { limitAddress } from '#app/http/request-facts.server.ts'
import { headersOf } from '#app/http/security-headers.server.ts'

type Parts = {
  app: App
  cache: PageCache | null
  handler: RequestHandler
  readQuery: (path: string, search: string) => Query
}
/** One request for a page, as Node hands it over. */
export type Visit = {
  request: IncomingMessage
  response: ServerResponse
  facts: RequestFacts
  path: string
  search: string
}
/** What a request is for: a page, in a representation and a coding, by its own address or its twin's. */
type Wanted = Query & { path: string; twin: boolean; representation: Representation; coding: Coding }

/** Serves public pages: HTML or Markdown by `Accept` or by address, from memory once they have been rendered. */
export function publicPages({ app, cache, handler, readQuery }: Parts) {
  const { config, library } = app
  const rendering = new Map<string, Promise<PublicPage | Response>>()
  let version = { digest: '', text: '' }
  let visited = -Infinity

  /** What the bytes of every page depend on beside its address. */
  function versionNow() {
    if (version.digest !== library.digest) {
      const { digest } = library
      const facts = [digest, config.siteUrl, config.contentSignal, app.pageScript, process.version]
      version = { digest, text: tagOf(JSON.stringify(facts)) }
    }
    return version.text
  }

  /** Known before anything is rendered. Null in development, where the templates change as one looks. */
  const etagFor = ({ path, search, representation, coding }: Wanted) =>
    cache && etagOf(tagOf(`${versionNow()} ${representation} ${path}${search}`), coding)

  const headersFor = (wanted: Wanted, status: number): Record<string, string> => {
    const etag = status === 200 ? etagFor(wanted) : null
    return { ...pageHeaders({ config, ...wanted, status }), ...(etag ? { ETag: etag } : {}) }
  }

  const known = (key: string) => cache?.get(key, library.digest)

  /** The page from memory, else rendered, once for all who wait for it. */
  async function find({ path, search, isShared }: Wanted, facts: RequestFacts) {
    const key = path + search
    const page = known(key) ?? rendering.get(key)
    if (page) return page
    const rendered = renderPage({ app, facts, pages }, handler, { path, search })
    if (!cache || !isShared) return rendered
    rendering.set(key, rendered)
    try {
      const made = await rendered
      if (!(made instanceof Response) && made.status === 200) cache.set(made)
      return made
    } finally {
      rendering.delete(key)
    }
  }

  /** A page as it goes out in one form, its headers laid out for the wire: made at the first call. */
  async function formOf(page: PublicPage, wanted: Wanted): Promise<Form> {
    const { representation, coding, twin } = wanted
    const key = `${representation} ${coding} ${twin}`
    const made = page.forms.get(key)
    if (made) return made
    const body = bodyOf(page, representation, config.siteUrl)
    const other = page.forms.get(`${representation} ${coding} ${!twin}`)
    const bytes = other?.bytes ?? (await encode(body.bytes, coding))
    const headers = headersFor(wanted, page.status)
    const unchanged = pairs(headers)
    const whole = [
      ...unchanged,
      'Content-Type',
      types[representation],
      'Content-Length',
      String(bytes.length),
    ]
    if (coding !== 'identity') whole.push('Content-Encoding', coding)
    if (body.tokens !== undefined) whole.push('X-Markdown-Tokens', String(body.tokens))
    const form = { bytes, etag: headers.ETag ?? null, unchanged, whole }
    page.forms.set(key, form)
    if (known(page.key) === page) cache?.set(page)
    return form
  }

  const pages: Pages = {
    async markdown(path) {
      const page = await find(plainly(path), ourselves())
      if (page instanceof Response || page.status !== 200) return null
      return bodyOf(page, 'markdown', config.siteUrl).bytes.toString()
    },
  }

  return {
    ...pages,

    /** True when the path has been rendered before and is answered from memory. */
    knows: (path: string) => known(pageOfTwin(path) ?? path) !== undefined,

    /** Makes every form of the page at a path in advance. */
    async warm(path: string): Promise<void> {
      for (const representation of ['html', 'markdown'] as const) {
        for (const coding of [...codings, 'identity'] as const) {
          const wanted = { ...plainly(path), representation, coding }
          const page = await find(wanted, ourselves())
          if (page instanceof Response || page.status !== 200) return
          await formOf(page, wanted)
        }
      }
    },

    /** True when one more page would push another one out of memory. */
    isFull: () => cache?.isFull() ?? true,

    /** Lets go of every page: the content is another one. */
    forget: () => cache?.clear(),

    /** When somebody last asked for a page, on the clock of `performance.now()`. */
    lastVisit: () => visited,

    async answer(visit: Visit): Promise<void> {
      const { request, response, facts } = visit
      visited = performance.now()
      const allowance = await app.limiter.consume('pages', limitAddress(facts.address))
      if (allowance?.refused) return sendRefusal(response, tooMany(allowance), facts)
      const more = allowance ? { ...headersOf(facts), ...limitHeaders(allowance) } : headersOf(facts)
      const twin = pageOfTwin(visit.path)
      const path = twin ?? visit.path
      if (path !== '/' && /^\/\/|\/$/.test(path)) return sendMoved(response, path + visit.search, more)
      const chosen = twin === null ? chooseRepresentation(request.headers.accept) : 'markdown'
      const coding = chooseCoding(request.headers['accept-encoding'])
      const query = readQuery(path, visit.search)
      const wanted = { ...query, path, twin: twin !== null, representation: chosen ?? 'html', coding }
      const asked = request.headers['if-none-match']
      if (chosen && asked && asked.trim() !== '*' && !known(path + query.search)) {
        const etag = etagFor(wanted)
        if (etag && matchesEtag(asked, etag))
          return sendUnchanged(response, pairs(headersFor(wanted, 200)), more)
      }
      const page = await find(wanted, facts)
      if (page instanceof Response) return sendResponse(response, page, more)
      if (!chosen && page.status === 200) return sendNotAcceptable(response, path + query.search, facts)
      const form = await formOf(page, wanted)
      if (form.etag && matchesEtag(asked, form.etag)) return sendUnchanged(response, form.unchanged, more)
      response.writeHead(page.status, form.whole.concat(pairs(more)))
      response.end(request.method === 'HEAD' ? undefined : form.bytes)
    },
  }
}

export type PublicPages = ReturnType<typeof publicPages>

const types = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' } as const

/** A page as nobody in particular asks for it. */
const plainly = (path: string): Wanted => ({
  path,
  search: '',
  isShared: true,
  twin: false,
  representation: 'html',
  coding: 'identity',
})

/** The facts of a request that nobody sent: the service reads a page of its own. */
const ourselves = (): RequestFacts => ({ requestId: randomUUID(), address: '', secure: false, nonce: '' })

function sendUnchanged(response: ServerResponse, headers: string[], more: Record<string, string>) {
  response.writeHead(304, headers.concat(pairs(more))).end()
}

const pairs = (headers: Record<string, string>) => Object.entries(headers).flat()
