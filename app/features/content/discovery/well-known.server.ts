import type { Context } from '#app/context.server.ts'
import { DAY } from '#app/primitives/time.ts'
import { markdownPath } from '#app/site/paths.ts'
import { iconPath } from '#app/site/icons.ts'
import { mcpCardPath, mcpCardType, openapiType } from '#app/site/site.ts'

type Published = Pick<Context, 'contentIndex' | 'config'>

/**
 * Returns the API catalog (RFC 9727) as a link set (RFC 9264): the external API, the site's open JSON and the MCP
 * endpoints, with descriptions, documentation and status. Public.
 */
export async function apiCatalog({ contentIndex, config: { siteUrl } }: Published) {
  const openapi = { href: `${siteUrl}/api/openapi.json`, type: openapiType }
  const mcpCard = { href: siteUrl + mcpCardPath, type: mcpCardType }
  const apis = [
    { anchor: `${siteUrl}/api/v1`, described: openapi, document: '/docs/external-api' },
    { anchor: `${siteUrl}/api/search`, described: openapi, document: '/docs/chat' },
    { anchor: `${siteUrl}/mcp`, described: mcpCard, document: '/docs/mcp' },
    { anchor: `${siteUrl}/api/v1/mcp`, described: openapi, document: '/docs/mcp' },
  ]
  return {
    linkset: [
      { anchor: `${siteUrl}/.well-known/api-catalog`, item: apis.map(({ anchor }) => ({ href: anchor })) },
      ...apis.map(({ anchor, described, document }) => {
        const path = contentIndex.find(document) ? document : '/docs/api'
        return {
          anchor,
          'service-desc': [described],
          'service-doc': [
            { href: siteUrl + path, type: 'text/html' },
            { href: siteUrl + markdownPath(path), type: 'text/markdown' },
          ],
          status: [{ href: `${siteUrl}/healthz`, type: 'application/json' }],
        }
      }),
    ],
  }
}

/** Entry of the catalog for agents. `name` is the last part of its identifier. `data` is the described document, if it has no `url`. */
export type CatalogEntry = {
  name: string
  displayName: string
  type: string
  description: string
  representativeQueries: string[]
} & ({ url: string } | { data: object })

/**
 * Returns the Agentic Resource Discovery 1.0 catalog: each skill with the queries from its file, the OpenAPI document,
 * and the MCP servers. Public.
 */
export async function aiCatalog(
  { contentIndex, config: { siteUrl } }: Published,
  servers: readonly CatalogEntry[],
) {
  // Names in the standard can contain a host name but not an IPv6 address.
  const publisher = new URL(siteUrl).hostname.replace(/[^a-z0-9.-]/g, '-')
  return {
    specVersion: '1.0',
    host: {
      displayName: contentIndex.site.name,
      documentationUrl: `${siteUrl}/docs`,
      logoUrl: siteUrl + iconPath(contentIndex.site),
    },
    entries: [
      ...contentIndex.skills.map(({ name, description, queries }) => ({
        identifier: `urn:air:${publisher}:skill:${name}`,
        displayName: name,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: `${siteUrl}/.well-known/agent-skills/${name}/SKILL.md`,
        description,
        ...(queries.length ? { representativeQueries: queries } : {}),
      })),
      {
        identifier: `urn:air:${publisher}:api:openapi`,
        displayName: `${contentIndex.site.name} API`,
        type: openapiType,
        url: `${siteUrl}/api/openapi.json`,
        description:
          'OpenAPI document for all JSON operations: public search, and reading and managing a Discord server with an API key.',
        representativeQueries: [
          'Read the daily statistics of a Discord server over HTTP with an API key',
          'Search the pages, documents and posts of this site and get JSON',
          'Which operations does this service offer, and which operations need a key?',
        ],
      },
      ...servers.map(({ name, ...entry }) => ({
        identifier: `urn:air:${publisher}:mcp:${name}`,
        ...entry,
      })),
    ],
  }
}

const VALID_DAYS = 180

/**
 * Returns security.txt (RFC 9116). The file expires 180 days after the start of the current UTC day, so the content
 * does not change within a day. Public.
 */
export async function securityTxt({
  contentIndex,
  config,
  now,
}: Published & Pick<Context, 'now'>): Promise<string> {
  const today = Math.floor(now().getTime() / DAY) * DAY
  const policy = '/docs/security'
  const { security } = contentIndex.site.contact
  return [
    ...(security ? [`Contact: mailto:${security}`] : []),
    `Contact: ${config.siteUrl}/contact`,
    `Expires: ${new Date(today + VALID_DAYS * DAY).toISOString()}`,
    `Preferred-Languages: ${contentIndex.site.language}`,
    `Canonical: ${config.siteUrl}/.well-known/security.txt`,
    ...(contentIndex.find(policy) ? [`Policy: ${config.siteUrl}${policy}`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
