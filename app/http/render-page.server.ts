import { markdownPath } from '#app/features/content/paths.ts'
import type { RequestHandler } from '@remix-run/node'
import type { LoadContext } from '#app/context.server.ts'
import { pageToMarkdown } from '#app/features/content/markdown.server.ts'

import { makeBody } from '#app/http/body.server.ts'
import type { PublicPage } from '#app/http/page-cache.server.ts'
import { publicPageHeaders } from '#app/http/security-headers.server.ts'

const shared = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400, stale-if-error=86400'

/**
 * Renders a public page once, without a cookie, so that it is the same for everybody, and derives the Markdown from
 * that very HTML. Returns Remix's own answer when it is no page, such as a redirect.
 */
export async function renderPage(
  context: LoadContext,
  handler: RequestHandler,
  { path, search }: { path: string; search: string },
): Promise<PublicPage | Response> {
  const { siteUrl, contentSignal } = context.app.config
  const address = new URL(siteUrl)
  address.pathname = path
  address.search = search
  const request = new Request(address, { headers: { Accept: 'text/html' } })
  const response = await handler(request, context)
  if (!response.headers.get('Content-Type')?.startsWith('text/html') || response.status >= 500)
    return response
  const html = await response.text()
  const { markdown, tokens } = pageToMarkdown(html, { url: siteUrl + path, siteUrl })
  const { status } = response
  const common = {
    Vary: 'Accept, Accept-Encoding',
    'Cache-Control': status === 200 && !search ? shared : 'no-cache',
    'Content-Signal': contentSignal,
    'Content-Usage': usageOf(contentSignal),
  }
  const twin = markdownPath(path)
  const links = [
    `<${twin}>; rel="alternate"; type="text/markdown"`,
    '</api/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"',
    '</docs>; rel="service-doc"',
    '</sitemap.xml>; rel="sitemap"',
  ]
  return {
    status,
    path,
    forms: new Map(),
    bodies: { html: makeBody(Buffer.from(html)), markdown: makeBody(Buffer.from(markdown)) },
    headers: {
      html: {
        ...common,
        ...publicPageHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        Link: status === 200 ? links.join(', ') : '</sitemap.xml>; rel="sitemap"',
      },
      markdown: {
        ...common,
        'Content-Type': 'text/markdown; charset=utf-8',
        'X-Markdown-Tokens': String(tokens),
        ...(status === 200 ? { Link: `<${siteUrl}${path}>; rel="canonical"` } : {}),
      },
    },
  }
}

/** The same terms in the IETF's words (draft-ietf-aipref-vocab): it has no word for AI input. */
function usageOf(contentSignal: string) {
  const says = (key: string) => new RegExp(`(?:^|,)\\s*${key}=(yes|no)`).exec(contentSignal)?.[1]
  const words = { 'train-ai': says('ai-train'), search: says('search') }
  return Object.entries(words)
    .flatMap(([key, value]) => (value ? [`${key}=${value === 'yes' ? 'y' : 'n'}`] : []))
    .join(', ')
}
