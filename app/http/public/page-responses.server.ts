import type { ServerResponse } from 'node:http'
import type { App } from '#app/context.server.ts'
import { Refusal } from '#app/errors.ts'
import { requestLimitHeaders } from '#app/http/protocol/meter.server.ts'
import type { Representation } from '#app/http/protocol/negotiate.ts'
import {
  dataHeaders,
  headersOf,
  publicPageHeaders,
  widgetOf,
} from '#app/http/protocol/security-headers.server.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { writeRefusal } from '#app/http/public/refusal-form.server.tsx'
import type { Config } from '#app/platform/config/config.server.ts'
import type { Site } from '#app/site/identity.ts'
import { encodeLocation } from '#app/primitives/location.ts'
import { trimEndOf } from '#app/primitives/text.ts'
import { discoveryLinks } from '#app/site/links.ts'
import { markdownPath } from '#app/site/paths.ts'
import { termsHeaders } from '#app/site/terms.ts'

/**
 * Redirects to the canonical URL without a trailing slash. The single leading slash prevents redirects to another host.
 */
export function sendPermanentRedirect(
  response: ServerResponse,
  target: string,
  more: Record<string, string>,
) {
  const [path = '', ...query] = target.split('?')
  const search = query.join('?')
  const bare = trimEndOf(path.replace(/^[/\\]+/, ''), '/')
  const Location = encodeLocation(`/${bare}${search ? `?${search}` : ''}`)
  response.writeHead(308, { ...more, Location, 'Cache-Control': 'public, max-age=3600' }).end()
}

/**
 * Sends a 406 with the available representations as text and links (RFC 9110 section 15.5.7). `address` is the page's
 * path and query.
 */
export function sendNotAcceptable(app: App, visit: Visit, address: string) {
  const twin = markdownPath(address)
  const message = `This page is available as text/html (${address}) or text/markdown (${twin}).`
  const Link = `<${address}>; rel="alternate"; type="text/html", <${twin}>; rel="alternate"; type="text/markdown"`
  sendRefusal(app, visit, new Refusal('not_acceptable', message), {
    Link,
    Vary: 'Accept, Accept-Encoding',
  })
}

/** Sends a refusal with the headers of its rate limit, in a format that the client accepts. */
export function sendRefusal(app: App, visit: Visit, refusal: Refusal, more: Record<string, string> = {}) {
  const { response, facts } = visit
  const { headers, body } = writeRefusal(app, visit, refusal)
  response
    .writeHead(refusal.status, {
      ...headersOf(facts),
      ...requestLimitHeaders(facts, refusal.status),
      ...headers,
      'Cache-Control': 'no-store',
      ...more,
      ...refusal.headers,
    })
    .end(body)
}

/** Sends a response from the framework, such as a redirect. */
export async function sendResponse(response: ServerResponse, answer: Response, more: Record<string, string>) {
  response.writeHead(answer.status, { ...more, ...Object.fromEntries(answer.headers) })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

const shared = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400, stale-if-error=86400'

type Facts = {
  config: Pick<Config, 'siteUrl' | 'challenge' | 'originTrialTokens'>
  site: Site
  path: string
  /** Part of the query that the page depends on. */
  search: string
  status: number
  representation: Representation
  /** True at the URL of the Markdown twin. */
  twin: boolean
  /** False for pages that depend on user input, such as a search. */
  isShared: boolean
}

/** Returns the headers of a public page that do not depend on its bytes, so that a 304 needs no rendering. */
export function pageHeaders({ config, site, path, search, status, representation, twin, isShared }: Facts) {
  const found = status === 200
  const common: Record<string, string> = {
    Vary: 'Accept, Accept-Encoding',
    'Cache-Control': found && isShared ? shared : 'no-cache',
    ...termsHeaders(site.content_signals),
  }
  if (representation === 'html') {
    const Link = found ? discoveryLinks(path + search, site).join(', ') : '</sitemap.xml>; rel="sitemap"'
    return { ...common, ...publicPageHeaders(widgetOf(path, config), config), Link }
  }
  if (!found) return { ...common, ...dataHeaders }
  const Link = `<${config.siteUrl}${path}${search}>; rel="canonical"`
  return {
    ...common,
    ...dataHeaders,
    Link,
    ...(twin ? {} : { 'Content-Location': markdownPath(path + search) }),
  }
}
