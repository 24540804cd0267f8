import { markdownPath } from '#app/site/paths.ts'
import type { Site } from '#app/site/identity.ts'
import { mcpCardPath, mcpCardType, openapiType } from '#app/site/site.ts'

/** Blog feeds, for the `Link` header and the page head. */
export const feeds = [
  { href: '/feed.xml', type: 'application/atom+xml', title: 'Blog (Atom)' },
  { href: '/feed.json', type: 'application/feed+json', title: 'Blog (JSON Feed)' },
] as const

/** Pages that link to the server card. */
const hasServerCard: ReadonlySet<string> = new Set(['/', '/docs'])

/**
 * Returns the `Link` header values (RFC 8288) of a page: its Markdown version and related resources. `sitemap` and
 * `ai-catalog` are unregistered but common relations.
 */
export const discoveryLinks = (address: string, { legal }: Pick<Site, 'legal'>): string[] => [
  `<${markdownPath(address)}>; rel="alternate"; type="text/markdown"`,
  ...feeds.map(({ href, type }) => `<${href}>; rel="alternate"; type="${type}"`),
  '</llms.txt>; rel="describedby"; type="text/plain"',
  `</api/openapi.json>; rel="service-desc"; type="${openapiType}"`,
  // No relation is registered for MCP. The card describes the service (RFC 8631).
  ...(hasServerCard.has(address) ? [`<${mcpCardPath}>; rel="service-desc"; type="${mcpCardType}"`] : []),
  '</docs/api>; rel="service-doc"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</.well-known/ai-catalog.json>; rel="ai-catalog"; type="application/json"',
  '</sitemap.xml>; rel="sitemap"; type="application/xml"',
  ...(legal.terms ? [`<${legal.terms}>; rel="license"`] : []),
]
