import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { byTag } from '#app/openapi/tags.ts'
import { acceptsApiKey, acceptsSession, type Operation } from '#app/operations/operation.ts'
import { leastRoleOf } from '#app/access.ts'

const description = `The API has two surfaces. The **external API** under \`/api/v1\` is for programs with an API key. The **session surface** is for signed-in people and the pages of this service.

## Authentication
- External API: \`Authorization: Bearer sgn_live_…\`. A key belongs to one guild or to the site, and has scopes. It can be limited to networks. Keys are created on the service’s command line. Cookies, and keys in a query or body, are ignored.
- Session surface: the \`session\` cookie, which \`POST /api/auth/login\` sets. Bearer headers are ignored here. Writes from pages of another site return 403.
- The roles are \`member\`, \`editor\`, \`admin\` and \`owner\`. Each role includes the permissions of the roles before it. The \`security\` of an operation names the required scope or minimum role.

## Requests and responses
- JSON in UTF-8 with names in snake_case. Discord ids and permissions are strings. Times are ISO 8601 in UTC with \`Z\`. Fields without a value are \`null\`, not omitted.
- Unknown fields in a body return 400. Unknown query parameters are ignored, except in uploads, where they return 400.
- HEAD works wherever GET does. Every response has \`X-Request-Id\`.

## Errors
All errors have the same body, except errors inside the Model Context Protocol. \`error\` is a message for people, and \`code\` is for programs. Include \`request_id\` in support requests. \`issues\` lists invalid fields. Each operation lists the codes that it can return. Any operation can return \`internal\` (500) and \`unavailable\` (503). Unsupported methods return \`method_not_allowed\` (405) with \`Allow\`.

## Pagination
Lists accept \`limit\` (default 50, range 1 to 100) and \`offset\`. Responses contain \`total\`, \`limit\` and \`offset\`. Lists that change while they are read use a cursor instead. To get the next page, send \`next_before\` as \`before\`. Values out of range return 400.

## Conditional requests
Public reads and reads with an API key have a strong \`ETag\`. Send the tag in \`If-None-Match\` to get an empty 304 if nothing has changed. To change a resource with a \`version\`, send \`If-Match: "v<version>"\`, or the tag of the last read. Without the header, the response is 428. If the resource has changed since that version, the response is 412 with the current version.

## Writes by agents, and idempotency
On the session surface, \`Agent-Tool\` names the browser tool that makes a call. Some of these writes require confirmation. The first request returns 428 \`confirmation_required\` with a token. To confirm, repeat the request with the token in \`Confirmation\`. On both surfaces, writes with an \`Idempotency-Key\` run once. A repeated request returns the first response with \`Idempotency-Replayed: true\`.

## Limits
Calls to operations with \`x-rate-limit\` count against that limit. Unknown paths and wrong methods count as \`api_anonymous\`. Each response reports the remaining requests in \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (epoch seconds), and in \`RateLimit\` and \`RateLimit-Policy\` of the IETF draft. Over the limit, the response is 429 with \`Retry-After\` in seconds.

## Versions and compatibility
The major version is part of the path: \`/api/v1\`. Within a major version, fields, optional parameters, operations and error codes can be added. Nothing is removed or renamed, and no meaning changes. Ignore unknown fields, and handle an unknown \`code\` by its status. \`info.version\` increases with each addition. The session surface follows the same rule.`

/** Version of the API and date of the last addition, which is also the date of the reference. */
export const release = { version: '1.4.0', day: '2026-11-27' }

const license = { name: 'MIT', identifier: 'MIT' }

/**
 * Returns the document without its paths: a description of the service, how to call it, and the tags of its operations.
 */
export const documentHead = (
  { name, siteUrl }: { name: string; siteUrl: string },
  operations: readonly Operation[],
) => ({
  openapi: '3.1.1' as const,
  info: {
    title: `${name} API`,
    version: release.version,
    summary: 'Manage Discord bots, and read statistics and events of their guilds.',
    description,
    license,
    contact: { name: `The owner of ${name}`, url: `${siteUrl}/contact` },
  },
  servers: [{ url: siteUrl, description: 'This service' }],
  externalDocs: { url: `${siteUrl}/docs/api`, description: 'Reference for people' },
  tags: byTag(operations).map(({ tag: { name, title, description } }) => ({
    name,
    'x-displayName': title,
    description,
    externalDocs: { url: `${siteUrl}/docs/api/${name}`, description: title },
  })),
})

/** Security schemes of the OpenAPI document. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sgn_live_<id>_<secret>',
    description:
      'API key of a guild or of the site. The names in a security requirement are scopes. Without a name, any valid key is accepted.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'Cookie of a sign-in. The name in a security requirement is the minimum role. Without a name, any signed-in user is accepted.',
  },
  discordSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature-Ed25519',
    description:
      'Discord’s Ed25519 signature, 128 hexadecimal digits, over the bytes of the timestamp followed by the raw body.',
  },
  discordTimestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature-Timestamp',
    description:
      'Time of the signature in epoch seconds. Requests whose timestamp is more than five minutes off are rejected.',
  },
  runnerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sgn_run_<id>_<secret>',
    description:
      'Token of a bot runner. Browsers cannot set this header and send the subprotocol `bearer.<token>` instead.',
  },
} as const

/**
 * Returns the security requirements of an operation. An additional empty requirement makes the authentication optional.
 */
export function securityOf({ access }: Operation): Record<string, string[]>[] {
  if (acceptsApiKey(access)) return [{ apiKey: access.key ? [access.key] : [] }]
  if (access === 'signature') return [{ discordSignature: [], discordTimestamp: [] }]
  if (access === 'runner') return [{ runnerToken: [] }]
  if (access === 'session') return [{ session: [] }, {}]
  if (!acceptsSession(access) || typeof access !== 'object') return []
  const role = leastRoleOf(access.session)
  return [{ session: role ? [role] : [] }]
}

/** Describes the rate limit of an operation as data. */
export function limitOf({ limit }: Operation) {
  if (!limit) return {}
  const { points, seconds, per } = rateLimits[limit]
  return { 'x-rate-limit': { name: limit, requests: points, seconds, counted_by: per } }
}
