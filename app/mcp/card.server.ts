import { isIP } from 'node:net'
import type { Context } from '#app/context.server.ts'
import type { CatalogEntry } from '#app/features/content/discovery/well-known.server.ts'
import { callApiTools, callSiteTools, MCP_REVISION } from '#app/openapi/mcp.ts'
import { release } from '#app/platform/config/release.ts'
import { ellipsizeWords, truncate } from '#app/primitives/text.ts'
import { mcpCardPath, mcpCardType } from '#app/site/site.ts'
import type { ServerIdentity } from '#app/mcp/served.server.ts'

type Published = Pick<Context, 'contentIndex' | 'config'>

/** Protocol revisions that the endpoints serve, newest first. */
const REVISIONS = [MCP_REVISION, '2025-11-25', '2025-06-18', '2025-03-26']

/** Page about the endpoints. Only sites with the manual have it. */
const MANUAL = '/docs/mcp'

/** Maximum length of a description and of a title in a card. */
const MAX_WORDS = 100

/** Reverses the domain of a host, as the names of servers require: `org.example.www`. */
function namespaceOf(siteUrl: string): string {
  const host = new URL(siteUrl).hostname
  if (isIP(host) || host.startsWith('[')) return host.replace(/[^a-z\d.-]+/g, '-').replace(/^-|-$/g, '')
  return host.split('.').toReversed().join('.')
}

const identityOf =
  (part: string, titleOf: (name: string) => string) =>
  ({ contentIndex: { site, find }, config: { siteUrl } }: Published): ServerIdentity => ({
    name: `${namespaceOf(siteUrl)}/${part}`,
    title: truncate(titleOf(site.name), MAX_WORDS),
    version: release.version,
    websiteUrl: siteUrl + (find(MANUAL) ? MANUAL : '/'),
  })

/** Returns the identity of the server for the site, in its card and at runtime. */
export const siteIdentity = identityOf('site', (name) => name)
/** Returns the identity of the server for API keys, in its card and at runtime. */
export const apiIdentity = identityOf('api', (name) => `${name} API`)

/** Returns the server card of the site's endpoint (SEP-2127, a draft). Public. */
export function siteCard(ctx: Published) {
  return card(siteIdentity(ctx), `Search and read the public pages of ${ctx.contentIndex.site.name}.`, {
    url: ctx.config.siteUrl + callSiteTools.path,
  })
}

/** Returns the server card of the endpoint for API keys, which needs a secret header. Public. */
export const apiCard = (ctx: Published) =>
  card(apiIdentity(ctx), 'Read and manage a Discord server with an API key.', {
    url: ctx.config.siteUrl + callApiTools.path,
    headers: [
      {
        name: 'Authorization',
        description: 'Bearer, a space and the API key. The owner of the site creates API keys.',
        isRequired: true,
        isSecret: true,
      },
    ],
  })

/** Creates a card. The draft can change, so only this function knows the format. */
const card = (
  identity: ServerIdentity,
  description: string,
  remote: { url: string; headers?: object[] },
) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  ...identity,
  description: ellipsizeWords(description, MAX_WORDS),
  remotes: [{ type: 'streamable-http', ...remote, supportedProtocolVersions: REVISIONS }],
})

/** Returns the entries of the MCP endpoints in the catalog for agents, where clients find the cards. Public. */
export function catalogEntries(ctx: Published): CatalogEntry[] {
  const { contentIndex, config } = ctx
  return [
    {
      name: 'site',
      displayName: `${contentIndex.site.name} pages over MCP`,
      type: mcpCardType,
      url: config.siteUrl + mcpCardPath,
      description: siteCard(ctx).description,
      representativeQueries: [
        'Connect an MCP client to the public pages of this site',
        'Search and read the documentation of this site with tools',
      ],
    },
    {
      name: 'api',
      displayName: `${contentIndex.site.name} API over MCP`,
      type: mcpCardType,
      data: apiCard(ctx),
      description: apiCard(ctx).description,
      representativeQueries: [
        'Read the statistics of a Discord server with an MCP client and an API key',
        'Create a slash command of a Discord server with tools',
      ],
    },
  ]
}
