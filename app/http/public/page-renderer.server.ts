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
import { createSingleFlight } from '#app/platform/cache/single-flight.server.ts'
import { formChallengeOf } from '#app/platform/config/contact.ts'

/** Renders a public page without a cookie. Returns redirects unchanged. Throws if the route is not public. */
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

/** Returns the body of a page in a representation. Markdown is derived from the HTML that browsers receive. */
function bodyOf(
  page: PublicPage,
  representation: Representation,
  { siteUrl, name }: { siteUrl: string; name: string },
) {
  const made = page.bodies[representation]
  if (made) return made
  const { markdown, tokens } = pageToMarkdown(page.bodies.html!.bytes.toString(), {
    url: siteUrl + page.key,
    siteUrl,
    siteName: name,
    isMissing: page.status === 404,
  })
  return (page.bodies[representation] = { bytes: Buffer.from(markdown), tokens })
}

/** Requested page with its representation and coding. `twin` is true for the URL of the Markdown twin. */
type PageRequest = Query & { path: string; twin: boolean; representation: Representation; coding: Coding }

type PageRendererOptions = { app: App; cache: PageCache | null; handler: RequestHandler }

/** Path of the page for missing URLs. No content can be published at this path. */
export const NOT_FOUND_PATH = '/-'

const types = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' } as const

/** Creates the renderer of public pages. Caches every representation and encoding, except in development. */
export function createPageRenderer({ app, cache, handler }: PageRendererOptions) {
  const { config, contentIndex } = app
  const rendering = createSingleFlight<PublicPage | Response>()
  let version = { digest: '', text: '' }

  /** Returns a tag for all inputs that determine the bytes of pages, except the URL. */
  function versionNow() {
    if (version.digest !== contentIndex.digest) {
      const { digest } = contentIndex
      const { siteUrl, browserToolsPolyfill } = config
      const form = formChallengeOf(config)
      const { pageScript } = app
      const facts = [digest, siteUrl, browserToolsPolyfill, pageScript, process.version, form]
      version = { digest, text: contentTag(JSON.stringify(facts)) }
    }
    return version.text
  }

  /** Returns the entity tag without rendering, or null in development, where templates can change at any time. */
  const etagFor = ({ path, search, representation, coding }: PageRequest) =>
    cache && etagOf(contentTag(`${versionNow()} ${representation} ${path}${search}`), coding)

  const known = (key: string) => cache?.get(key, contentIndex.digest)

  /** Returns the header pairs of a page, and the entity tag if there is one. */
  function headersFor(wanted: PageRequest, status: number) {
    const etag = status === 200 ? etagFor(wanted) : null
    return {
      etag,
      pairs: flattenHeaders({
        ...pageHeaders({ config, site: contentIndex.site, ...wanted, status }),
        ...(etag ? { ETag: etag } : {}),
      }),
    }
  }

  /** Returns a page from the cache or renders it. Concurrent requests share the rendering. */
  async function find({ path, search, isShared }: PageRequest, facts: RequestFacts) {
    const key = path + search
    const page = known(key)
    if (page) return page
    const render = () => renderPage({ app, facts, pages }, handler, { path, search })
    if (!cache || !isShared) return render()
    return rendering.run(key, async () => {
      const made = await render()
      if (!(made instanceof Response) && (made.status === 200 || path === NOT_FOUND_PATH)) cache.set(made)
      return made
    })
  }

  /** Returns a page in one form with its serialized headers. The first call creates the form. */
  async function formOf(page: PublicPage, wanted: PageRequest): Promise<EncodedPage> {
    const { representation, coding, twin } = wanted
    const key = `${representation} ${coding} ${twin}`
    const made = page.encodings.get(key)
    if (made) return made
    const body = bodyOf(page, representation, { siteUrl: config.siteUrl, name: contentIndex.site.name })
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
    const form = { path: wanted.path, representation, bytes, etag: headers.etag, unchanged, whole }
    page.encodings.set(key, form)
    if (known(page.key) === page) cache?.set(page)
    return form
  }

  const pages: Pages = {
    async markdown(path) {
      const page = await find(defaultRequest(path), internalFacts())
      if (page instanceof Response || page.status !== 200) return null
      return bodyOf(page, 'markdown', {
        siteUrl: config.siteUrl,
        name: contentIndex.site.name,
      }).bytes.toString()
    },
  }

  /** Prerenders every form of the page at a path. */
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

  /** Returns the headers for a 304 without rendering, or null if the tag does not match. */
  function unchangedFor(wanted: PageRequest, matches: (etag: string) => boolean): string[] | null {
    const { etag, pairs: about } = headersFor(wanted, 200)
    return etag && matches(etag) ? [...fixedHeaders, ...about] : null
  }

  return { ...pages, known, find, formOf, warm, unchangedFor }
}

/** Returns a default request for a page. */
const defaultRequest = (path: string): PageRequest => ({
  path,
  search: '',
  isShared: true,
  twin: false,
  representation: 'html',
  coding: 'identity',
})

/** Returns request facts for the service's own page requests. */
const internalFacts = (): RequestFacts => ({ requestId: randomUUID(), address: '', secure: false, nonce: '' })
