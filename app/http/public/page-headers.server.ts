import type { Config } from '#app/platform/config/config.server.ts'
import { discoveryLinks } from '#app/site/links.ts'
import { markdownPath } from '#app/site/paths.ts'
import { termsHeaders } from '#app/site/terms.ts'
import type { Representation } from '#app/http/protocol/negotiate.ts'
import { dataHeaders, publicPageHeaders, widgetOf } from '#app/http/protocol/security-headers.server.ts'

const shared = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400, stale-if-error=86400'

type Facts = {
  config: Pick<Config, 'siteUrl' | 'contentSignal' | 'challenge' | 'originTrialTokens'>
  path: string
  /** The part of the query that the page depends on. */
  search: string
  status: number
  representation: Representation
  /** True at the Markdown's own address. */
  twin: boolean
  /** False for a page that depends on what was asked, such as a search. */
  isShared: boolean
}

/** The headers of a public page that do not depend on its bytes, so that a 304 needs no rendering. */
export function pageHeaders({ config, path, search, status, representation, twin, isShared }: Facts) {
  const found = status === 200
  const common: Record<string, string> = {
    Vary: 'Accept, Accept-Encoding',
    'Cache-Control': found && isShared ? shared : 'no-cache',
    ...termsHeaders(config.contentSignal),
  }
  if (representation === 'html') {
    const Link = found ? discoveryLinks(path + search).join(', ') : '</sitemap.xml>; rel="sitemap"'
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
