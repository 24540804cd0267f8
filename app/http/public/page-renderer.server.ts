import { randomUUID } from 'node:crypto'
import type { RequestHandler } from '@remix-run/node'
import type { App, LoadContext, Pages, RequestFacts } from '#app/context.server.ts'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import { compress, etagOf, contentTag } from '#app/http/protocol/compression.server.ts'
import { type Coding, codings, type Representation } from '#app/http/protocol/negotiate.ts'
import { fixedHeaders, flattenHeaders } from '#app/http/protocol/security-headers.server.ts'
import type { Query } from '#app/http/public/cache-query.server.ts'
import type { EncodedPage, PageCache, PublicPage } from '#app/http/public/page-cache.server.ts'
import { pageHeaders } from '#app/http/public/page-responses.server.ts'
import { formChallengeOf } from '#app/platform/config/contact.ts'

/** Renders a public page without a cookie. Returns redirects as they are. Throws if the route is not public. */
async function renderPage(
  context: LoadContext,
  handler: RequestHandler,
  { path, search }: { path: string; search: string },
): Promise<PublicPage | Response> {
  const { config, contentIndex } = context.app
  const { digest } = contentIndex
  const address = new URL(config.siteUrl)
  address.pathname = path
  address.search = search
  const facts: RequestFacts = { ...context.facts }
  const request = new Request(address, { headers: { Accept: 'text/html' } })
  const response = await handler(request, { ...context, facts })
  if (!response.headers.get('Content-Type')?.startsWith('text/html') || response.status >= 500)
    return response
  if (!facts.isPublic) throw new Error(`The route of ${path} is not public, so its page is not shared.`)
  const html = { bytes: Buffer.from(await response.text()) }
  return {
    key: path + search,
    digest,
    status: response.status,
    bodies: { html },
    encodings: new Map(),
    negotiated: new Map(),
  }
}

/** A page's bytes in one representation. The Markdown is derived from the very HTML that people get. */
function bodyOf(page: PublicPage, representation: Representation, siteUrl: string) {
  const made = page.bodies[representation]
  if (made) return made
  const { markdown, tokens } = pageToMarkdown(page.bodies.html!.bytes.toString(), {
    url: siteUrl + page.key,
    siteUrl,
    isMissing: page.status === 404,
  })
  return (page.bodies[representation] = { bytes: Buffer.from(markdown), tokens })
}

/** What a request is for: a page, in a representation and a coding, by its own address or its twin's. */
type PageRequest = Query & { path: string; twin: boolean; representation: Representation; coding: Coding }

type PageRendererOptions = { app: App; cache: PageCache | null; handler: RequestHandler }

/** Where nothing can be published: the page for paths that name nothing. */
export const NOT_FOUND_PATH = '/-'

const types = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' } as const

/** Makes public pages in every form, and keeps them where there is a cache: in development there is none. */
export function createPageRenderer({ app, cache, handler }: PageRendererOptions) {
  const { config, contentIndex } = app
  const rendering = new Map<string, Promise<PublicPage | Response>>()
  let version = { digest: '', text: '' }

  /** What the bytes of every page depend on beside its address. */
  function versionNow() {
    if (version.digest !== contentIndex.digest) {
      const { digest } = contentIndex
      const { siteUrl, contentSignal, browserToolsPolyfill } = config
      const form = formChallengeOf(config)
      const { pageScript } = app
      const facts = [digest, siteUrl, contentSignal, browserToolsPolyfill, pageScript, process.version, form]
      version = { digest, text: contentTag(JSON.stringify(facts)) }
    }
    return version.text
  }

  /** Known before anything is rendered. Null in development, where the templates change as one looks. */
  const etagFor = ({ path, search, representation, coding }: PageRequest) =>
    cache && etagOf(contentTag(`${versionNow()} ${representation} ${path}${search}`), coding)

  const known = (key: string) => cache?.get(key, contentIndex.digest)

  /** Names and values in turn of what a page says about itself, with its entity tag when it is there. */
  function headersFor(wanted: PageRequest, status: number) {
    const etag = status === 200 ? etagFor(wanted) : null
    return {
      etag,
      pairs: flattenHeaders({
        ...pageHeaders({ config, ...wanted, status }),
        ...(etag ? { ETag: etag } : {}),
      }),
    }
  }

  /** The page from memory, else rendered, once for all who wait for it. */
  async function find({ path, search, isShared }: PageRequest, facts: RequestFacts) {
    const key = path + search
    const page = known(key) ?? rendering.get(key)
    if (page) return page
    const rendered = renderPage({ app, facts, pages }, handler, { path, search })
    if (!cache || !isShared) return rendered
    rendering.set(key, rendered)
    try {
      const made = await rendered
      if (!(made instanceof Response) && (made.status === 200 || path === NOT_FOUND_PATH)) cache.set(made)
      return made
    } finally {
      rendering.delete(key)
    }
  }

  /** A page as it goes out in one form, its headers laid out for the wire: made at the first call. */
  async function formOf(page: PublicPage, wanted: PageRequest): Promise<EncodedPage> {
    const { representation, coding, twin } = wanted
    const key = `${representation} ${coding} ${twin}`
    const made = page.encodings.get(key)
    if (made) return made
    const body = bodyOf(page, representation, config.siteUrl)
    const other = page.encodings.get(`${representation} ${coding} ${!twin}`)
    const bytes = other?.bytes ?? (await compress(body.bytes, coding))
    const headers = headersFor(wanted, page.status)
    const unchanged = [...fixedHeaders, ...headers.pairs]
    const whole = [
      ...unchanged,
      'Content-Type',
      types[representation],
      'Content-Length',
      String(bytes.length),
    ]
    if (coding !== 'identity') whole.push('Content-Encoding', coding)
    if (body.tokens !== undefined) whole.push('X-Markdown-Tokens', String(body.tokens))
    const form = { bytes, etag: headers.etag, unchanged, whole }
    page.encodings.set(key, form)
    if (known(page.key) === page) cache?.set(page)
    return form
  }

  const pages: Pages = {
    async markdown(path) {
      const page = await find(defaultRequest(path), internalFacts())
      if (page instanceof Response || page.status !== 200) return null
      return bodyOf(page, 'markdown', config.siteUrl).bytes.toString()
    },
  }

  /** Makes every form of the page at a path in advance. */
  async function warm(path: string): Promise<void> {
    for (const representation of ['html', 'markdown'] as const) {
      for (const coding of [...codings, 'identity'] as const) {
        const wanted = { ...defaultRequest(path), representation, coding }
        const page = await find(wanted, internalFacts())
        if (page instanceof Response || page.status !== 200) return
        await formOf(page, wanted)
      }
    }
  }

  /** The headers of a 304 to who has the page already, told without rendering it; null when they have another. */
  function unchangedFor(wanted: PageRequest, matches: (etag: string) => boolean): string[] | null {
    const { etag, pairs: about } = headersFor(wanted, 200)
    return etag && matches(etag) ? [...fixedHeaders, ...about] : null
  }

  return { ...pages, known, find, formOf, warm, unchangedFor }
}

/** A page as nobody in particular asks for it. */
const defaultRequest = (path: string): PageRequest => ({
  path,
  search: '',
  isShared: true,
  twin: false,
  representation: 'html',
  coding: 'identity',
})

/** The facts of a request that nobody sent: the service reads a page of its own. */
const internalFacts = (): RequestFacts => ({ requestId: randomUUID(), address: '', secure: false, nonce: '' })
