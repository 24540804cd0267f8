import type { RequestHandler } from '@remix-run/node'
import type { LoadContext, RequestFacts } from '#app/context.server.ts'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import type { Representation } from '#app/http/protocol/negotiate.ts'
import type { PublicPage } from '#app/http/public/page-cache.server.ts'

/**
 * Renders a public page once, without a cookie, so that it is the same for all visitors. Returns Remix's own response when
 * it is not a page, such as a redirect. Throws when the route that Remix matched is not declared public.
 */
export async function renderPage(
  context: LoadContext,
  handler: RequestHandler,
  { path, search }: { path: string; search: string },
): Promise<PublicPage | Response> {
  const { config, library } = context.app
  const { digest } = library
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
    forms: new Map(),
    wordings: new Map(),
  }
}

/** A page's bytes in one representation. The Markdown is derived from the very HTML that people get. */
export function bodyOf(page: PublicPage, representation: Representation, siteUrl: string) {
  const made = page.bodies[representation]
  if (made) return made
  const { markdown, tokens } = pageToMarkdown(page.bodies.html!.bytes.toString(), {
    url: siteUrl + page.key,
    siteUrl,
    isMissing: page.status === 404,
  })
  return (page.bodies[representation] = { bytes: Buffer.from(markdown), tokens })
}
