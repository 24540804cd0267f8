import { serves } from '#tests/audit/scanner-proofs.js'

/** @typedef {import('#tests/audit/scanned-site.js').ScannedSite} ScannedSite */

/**
 * Check of a scanner, with its result for a site of this software. `served` is a function that proves the result,
 * `audited` means that the scanner itself runs in `npm run audit`, and `refused` and `notApplicable` are the reasons. The
 * paths of refused checks and of checks that are not applicable must return 404.
 * @typedef {{ scanner: string, id: string, rule: string, paths?: string[] } & (
 *   | { served: (site: ScannedSite) => Promise<string | void> }
 *   | { audited: true }
 *   | { refused: string }
 *   | { notApplicable: string }
 * )} Check
 */

const NO_OAUTH = 'The site issues no tokens. It is only a client of OAuth providers.'
const NO_PAYMENTS = 'The site sells nothing.'

const scanner = 'isitagentready.com'

/** Checks of isitagentready.com. The rules are from its `/llms-full.txt`. @type {Check[]} */
const isItAgentReady = [
  { scanner, id: 'robotsTxt', rule: '/robots.txt as text/plain, with a group', served: serves.robots },
  { scanner, id: 'sitemap', rule: 'A valid sitemap, named in robots.txt', served: serves.sitemap },
  { scanner, id: 'linkHeaders', rule: 'Link header on the home page', served: serves.links },
  {
    scanner,
    id: 'dnsAid',
    rule: 'Signed SVCB records for agents',
    notApplicable: 'DNS records belong to the operator’s domain, not to the software.',
  },
  { scanner, id: 'markdownNegotiation', rule: 'Content negotiation by Accept', served: serves.markdown },
  {
    scanner,
    id: 'robotsTxtAiRules',
    rule: 'A group for AI crawlers, or for all',
    served: serves.crawlerRules,
  },
  { scanner, id: 'contentSignals', rule: 'Content-Signal in robots.txt', served: serves.contentSignal },
  {
    scanner,
    id: 'webBotAuth',
    rule: 'Keys for signed bot requests',
    notApplicable: 'The service sends no requests as a crawler, so it has nothing to sign.',
    paths: ['/.well-known/http-message-signatures-directory'],
  },
  { scanner, id: 'apiCatalog', rule: 'API catalog (RFC 9727)', served: serves.apiCatalog },
  {
    scanner,
    id: 'oauthDiscovery',
    rule: 'OAuth or OpenID metadata',
    refused: NO_OAUTH,
    paths: ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  },
  {
    scanner,
    id: 'oauthProtectedResource',
    rule: 'Metadata of protected resources',
    refused: NO_OAUTH,
    paths: ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/api/v1'],
  },
  {
    scanner,
    id: 'authMd',
    rule: '/auth.md with agent registration',
    refused: `${NO_OAUTH} The file would name metadata that does not exist.`,
    paths: ['/auth.md'],
  },
  { scanner, id: 'mcpServerCard', rule: 'MCP server card', served: serves.mcpCard },
  {
    scanner,
    id: 'a2aAgentCard',
    rule: 'A2A agent card',
    notApplicable: 'Agents read the site, but the site is not an agent.',
    paths: ['/.well-known/agent-card.json', '/.well-known/agent.json'],
  },
  { scanner, id: 'agentSkills', rule: 'Index of skills, version 0.2.0', served: serves.skills },
  { scanner, id: 'webMcp', rule: 'Tools in the browser', served: serves.browserTools },
  { scanner, id: 'ard', rule: 'AI catalog', served: serves.aiCatalog },
  ...['x402', 'mpp', 'ucp', 'acp', 'ap2'].map((id) => ({
    scanner,
    id,
    rule: 'Payments by agents',
    notApplicable: NO_PAYMENTS,
    paths: [`/.well-known/${id}`],
  })),
]

/** @param {string} id @param {string} rule @param {(site: ScannedSite) => Promise<string | void>} served */
const agentic = (id, rule, served) => ({ scanner: 'is-agentic.com', id, rule, served })

/** Checks of is-agentic.com for websites, and for sites with an API. @type {Check[]} */
const isAgentic = [
  agentic('content-no-js', 'Text and headings in order without scripts', serves.withoutScripts),
  agentic('bot-detection', 'No page rejects a crawler', serves.reachable),
  agentic('agent-crawler-reachability', 'Known AI crawlers get 200', serves.reachable),
  agentic('redirect-hygiene', 'No redirect chains', serves.shortRedirects),
  agentic('docs-auth-gate', 'Docs without sign-in', serves.openDocs),
  agentic('markdown-negotiation-vary', 'Vary: Accept on both representations', serves.markdownAndVary),
  agentic('agent-friendly-404', 'Status 404 with a link to an index', serves.notFound),
  agentic('sitemap', 'Dates for most URLs, the newest at most a year old', serves.recentSitemap),
  agentic('json-ld', 'WebSite and Organization as JSON-LD', serves.jsonLd),
  agentic('org-schema-completeness', 'An organization with a contact', serves.organization),
  agentic('metadata', 'Language, canonical URL and Open Graph', serves.metadata),
  agentic('trust-anchors', '/about, /contact and /privacy with text', serves.trustPages),
  agentic('agent-instruction', 'llms.txt says when to use the site', serves.instructions),
  agentic('page-token-budget', 'At most 100,000 characters per page', serves.shortPages),
  agentic('code-fence-validity', 'All code blocks are closed', serves.closedFences),
  agentic('llms-txt', 'llms.txt, llms-full.txt and sitemap.md', serves.llmsFiles),
  agentic('markdown-fallback', 'A .md URL for each HTML URL', serves.twins),
  agentic('link-alternate', 'An alternate link in HTML', serves.alternates),
  agentic('front-matter', 'Title, description and canonical URL as YAML', serves.frontMatter),
  agentic('link-header', 'Link header on the home page', serves.links),
  agentic('agent-skills', 'Index of skills, version 0.2.0', serves.skills),
  agentic('ai-catalog', 'AI catalog', serves.aiCatalog),
  agentic('api', 'OpenAPI with authentication, and errors as JSON', serves.openApi),
]

/** Audits of Lighthouse in the category “agentic browsing”. @type {Check[]} */
const lighthouse = [
  ['agent-accessibility-tree', 'Names and roles of all controls'],
  ['cumulative-layout-shift', 'Nothing moves while the page loads'],
  ['llms-txt', 'llms.txt with a heading and links'],
  ['ard-schema', 'A valid AI catalog'],
  ['webmcp-registered-tools', 'Tools in the browser'],
  ['webmcp-schema-validity', 'Valid schemas of the tools'],
  ['webmcp-form-coverage', 'Forms that tools can fill in'],
].map(([id = '', rule = '']) => ({ scanner: 'Lighthouse', id, rule, audited: true }))

/** Checks of public agent-readiness scanners, as of November 2026. @type {Check[]} */
export const checks = [...isItAgentReady, ...isAgentic, ...lighthouse]
