import type { Config } from '#app/config.server.ts'
import { markdownPath } from '#app/features/content/paths.ts'
import type { Representation } from '#app/http/negotiate.ts'
import { publicPageHeaders } from '#app/http/security-headers.server.ts'

const shared = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400, stale-if-error=86400'

type Facts = {
  config: Pick<Config, 'siteUrl' | 'contentSignal'>
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
  const common = {
    Vary: 'Accept, Accept-Encoding',
    'Cache-Control': found && isShared ? shared : 'no-cache',
    'Content-Signal': config.contentSignal,
    'Content-Usage': usageOf(config.contentSignal),
  }
  if (representation === 'html') {
    const Link = found ? linksOf(path, search).join(', ') : '</sitemap.xml>; rel="sitemap"'
    return { ...common, ...publicPageHeaders, Link }
  }
  if (!found) return common
  const Link = `<${config.siteUrl}${path}${search}>; rel="canonical"`
  return { ...common, Link, ...(twin ? {} : { 'Content-Location': markdownPath(path + search) }) }
}

const linksOf = (path: string, search: string) => [
  `<${markdownPath(path + search)}>; rel="alternate"; type="text/markdown"`,
  '</api/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"',
  '</docs>; rel="service-doc"',
  '</sitemap.xml>; rel="sitemap"',
]

/** The same terms in the IETF's words (draft-ietf-aipref-vocab): it has no word for AI input. */
function usageOf(contentSignal: string) {
  const says = (key: string) => new RegExp(`(?:^|,)\\s*${key}=(yes|no)`).exec(contentSignal)?.[1]
  const words = { 'train-ai': says('ai-train'), search: says('search') }
  return Object.entries(words)
    .flatMap(([key, value]) => (value ? [`${key}=${value === 'yes' ? 'y' : 'n'}`] : []))
    .join(', ')
}
