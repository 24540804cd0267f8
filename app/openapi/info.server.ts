import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { byTag } from '#app/openapi/tags.ts'
import { acceptsApiKey, acceptsSession, type Operation } from '#app/operations/operation.ts'
import { leastRoleOf } from '#app/access.ts'

const description = `One service, two surfaces: the **external API** under \`/api/v1\` for programs with an API key, and the **session surface** for people and the pages that they use.

## Authentication
- External API: \`Authorization: Bearer sgn_live_…\`. A key belongs to one guild and carries scopes; it is made on the command line of the service and nowhere else. A key in a query or a body is not read, and a cookie counts for nothing here.
- Session surface: the \`session\` cookie, which \`POST /api/auth/login\` sets. A bearer header is ignored here. A write that a page of another site has the browser send is refused (403).
- The roles are \`member\`, \`editor\`, \`admin\` and \`owner\`; each may do what those before it may. The scope or the least role that an operation needs stands in its \`security\`.

## Requests and answers
- JSON in UTF-8 with names in snake_case. Discord ids and permissions are strings. Times are ISO 8601 in UTC with \`Z\`. What is absent is \`null\`, never a missing name.
- Unknown fields in a body are refused (400), unknown parameters in a query are ignored.
- HEAD works wherever GET does. Every answer carries \`X-Request-Id\`.

## Errors
Every refusal has one body: \`error\` is a sentence for a person, \`code\` a machine word, \`request_id\` what to name when you ask for help, and \`issues\` is there where input was wrong. Decide by \`code\`. Each operation lists the codes that it may answer with; \`internal\` (500) and \`unavailable\` (503) may come from any, and a path that is served with other methods answers \`method_not_allowed\` (405) with \`Allow\`.

## Paging
A list takes \`limit\` (1 to 100, 50 when left out) and \`offset\`, and says \`total\`, \`limit\` and \`offset\`. A value out of bounds is 400, never a silent default.

## Conditional requests
Reads that an API key or nobody at all is needed for have a strong \`ETag\`: send it back in \`If-None-Match\`, and an answer that is the same is an empty 304. A thing that has a \`version\` is written with \`If-Match: "v<version>"\`: without it 428, and 412 with the version that stands when somebody else was first.

## Writes by agents and repeats
On the session surface \`Agent-Tool\` names the browser tool that makes a call. Some writes then need a second step: 428 \`confirmation_required\` with a token, and the same request again with \`Confirmation\`. Writes that name an \`Idempotency-Key\` are done once: a repeat is answered as the first call was, with \`Idempotency-Replayed: true\`.

## Limits
Calls of operations with \`x-rate-limit\` count against that limit. Unknown paths and wrong methods count as \`api_anonymous\`. Each response reports the remaining requests in \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (epoch seconds), and in \`RateLimit\` and \`RateLimit-Policy\` of the IETF draft. Beyond the limit, the response is 429 with \`Retry-After\` in seconds.

## Versions and compatibility
The major version stands in the path: \`/api/v1\`. Within it fields, parameters that may be left out, operations and error codes are added, and nothing is removed, renamed or given another meaning. Ignore fields that you do not know, and treat an unknown \`code\` by its status. \`info.version\` counts the additions. The session surface serves the pages of this service and follows the same rule.`

/** Counts the additions to the API, and says on which day the last one came: it is the date of the reference. */
export const release = { version: '1.2.0', day: '2026-11-21' }

const license = { name: 'MIT', identifier: 'MIT' }

/** What stands before the paths: what the service is, how to speak with it, and the groups of its operations. */
export const documentHead = (siteUrl: string, operations: readonly Operation[]) => ({
  openapi: '3.1.1' as const,
  info: {
    title: 'Signpost',
    version: release.version,
    summary: 'Manage Discord bots, and read what happens in their guilds.',
    description,
    license,
    contact: { name: 'The owner of this service', url: `${siteUrl}/contact` },
  },
  servers: [{ url: siteUrl, description: 'This service' }],
  externalDocs: { url: `${siteUrl}/docs/api`, description: 'The reference for people' },
  tags: byTag(operations).map(({ tag: { name, title, description } }) => ({
    name,
    'x-displayName': title,
    description,
    externalDocs: { url: `${siteUrl}/docs/api/${name}`, description: title },
  })),
})

/** The ways to prove who asks. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sgn_live_<id>_<secret>',
    description:
      'An API key of a guild. The names in an operation’s requirement are scopes; none means any valid key.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'The cookie that a sign-in sets. The name in an operation’s requirement is the least role; none means whoever is signed in.',
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
    description: 'The time of the signature in epoch seconds, at most five minutes off.',
  },
  runnerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sgn_run_<id>_<secret>',
    description:
      'The token of a bot runner. A browser, which cannot set it, offers the sub-protocol `bearer.<token>`.',
  },
} as const

/** What a call must show. An empty requirement beside another says that it may be left out. */
export function securityOf({ access }: Operation): Record<string, string[]>[] {
  if (acceptsApiKey(access)) return [{ apiKey: access.key ? [access.key] : [] }]
  if (access === 'signature') return [{ discordSignature: [], discordTimestamp: [] }]
  if (access === 'runner') return [{ runnerToken: [] }]
  if (access === 'session') return [{ session: [] }, {}]
  if (!acceptsSession(access) || typeof access !== 'object') return []
  const role = leastRoleOf(access.session)
  return [{ session: role ? [role] : [] }]
}

/** The limit that a call counts against, as data. */
export function limitOf({ limit }: Operation) {
  if (!limit) return {}
  const { points, seconds, per } = rateLimits[limit]
  return { 'x-rate-limit': { name: limit, requests: points, seconds, counted_by: per } }
}
