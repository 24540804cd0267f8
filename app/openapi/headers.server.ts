import type { ErrorCode } from '#app/errors.ts'
import { operations } from '#app/openapi/operations.ts'
import { acceptsApiKey, acceptsSession, isIdempotent, type Operation } from '#app/operations/operation.ts'

/** Describes a header that is sent only in the cases named in its description. */
const sometimes = (description: string, example: string, pattern?: string) => ({
  description,
  schema: { type: 'string', ...(pattern ? { pattern } : {}) },
  example,
})

/** Describes a header that is always sent. */
const always = (...words: Parameters<typeof sometimes>) => ({ ...sometimes(...words), required: true })

/** All headers of the document, each with a description, an example and a pattern. */
export const headers = {
  'X-Request-Id': always(
    'Id of this request, also in the body of an error. Include the id in reports.',
    '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11',
    '^[\\w-]{20,}$',
  ),
  'Cache-Control': always('How caches can use the response.', 'private, no-cache'),
  ETag: always(
    'Strong entity tag. Send the tag in `If-None-Match` to get a 304 if nothing has changed.',
    '"Zk9X0yQm3nB7rT1uV5wYaA"',
    '^"[\\w-]+"$',
  ),
  Version: sometimes(
    'Current version. Send the version in `If-Match` with the next write.',
    '"v3"',
    '^"v\\d+"$',
  ),
  Location: always('Target URL.', '/profile'),
  Allow: sometimes('Methods that the path supports.', 'GET, HEAD'),
  'Retry-After': always('Number of seconds to wait before the next attempt.', '42', '^\\d+$'),
  Pause: sometimes(
    'Number of seconds to wait while the first call with the same `Idempotency-Key` runs.',
    '1',
    '^\\d+$',
  ),
  'Idempotency-Replayed': sometimes(
    'Present only if the response repeats the response to an earlier request.',
    'true',
    '^true$',
  ),
  'WWW-Authenticate': always(
    'Required authentication, and the problem with the credentials that were sent (RFC 6750).',
    'Bearer realm="api", error="invalid_token"',
  ),
  Scope: sometimes(
    'With `insufficient_scope`: the missing scope (RFC 6750).',
    'Bearer realm="api", error="insufficient_scope", scope="stats:read"',
  ),
  'Set-Cookie': always(
    'Sets or clears the `session` cookie. HttpOnly and SameSite=Lax.',
    'session=q4Tz0c; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax',
    '^session=',
  ),
  'Content-Disposition': always(
    'Filename of the download.',
    'attachment; filename="account-2026-11-21.json"',
    '^attachment; filename=',
  ),
  'Access-Control-Allow-Origin': always('Scripts from any site can read this response.', '*'),
  'X-RateLimit-Limit': sometimes(
    'Requests per window. The rate limit headers are absent if limits are disabled, and on errors before the call is counted.',
    '120',
    '^\\d+$',
  ),
  'X-RateLimit-Remaining': sometimes('Requests that remain in the window.', '119', '^\\d+$'),
  'X-RateLimit-Reset': sometimes('End of the window, in epoch seconds.', '1795253460', '^\\d+$'),
  RateLimit: sometimes(
    'Remaining requests in the IETF draft format: `r` requests remain, and the window ends in `t` seconds.',
    '"v1";r=119;t=60',
    '^"\\w+";r=\\d+;t=\\d+$',
  ),
  'RateLimit-Policy': sometimes(
    'Rate limit: `q` requests in `w` seconds.',
    '"v1";q=120;w=60',
    '^"\\w+";q=\\d+;w=\\d+$',
  ),
}

/** Headers that have a second description, by the name of that description. */
const aliases: Partial<Record<string, string>> = {
  Version: 'ETag',
  Pause: 'Retry-After',
  Scope: 'WWW-Authenticate',
}

type HeaderName = keyof typeof headers

const limited = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
] as const

/** Checks whether an operation supports `If-None-Match`: GET with a 200 body and without session access. */
export const isConditional = ({ method, access, answers }: Operation): boolean =>
  method === 'GET' && !acceptsSession(access) && answers[200] != null

/** Returns the headers of a response with this status, as references to their descriptions. */
export function headersOf(
  operation: Operation,
  status: number,
  codes: readonly ErrorCode[] = [],
): Record<string, { $ref: string }> {
  const names = [...namesOf(operation, status, codes)]
  return Object.fromEntries(
    names.map((name) => [aliases[name] ?? name, { $ref: `#/components/headers/${name}` }]),
  )
}

function* namesOf(operation: Operation, status: number, codes: readonly ErrorCode[]): Generator<HeaderName> {
  const { limit, answers, access, sends = [] } = operation
  yield 'X-Request-Id'
  if (status !== 101 && access !== 'runner') yield 'Cache-Control'
  // Upgrades are exempt from the limits, but plain requests to the path are not.
  if (limit || (access === 'runner' && status === 426)) yield* limited
  if (status === 412) yield 'Version'
  if (codes.includes('rate_limited') || codes.includes('unavailable')) yield 'Retry-After'
  if (codes.includes('conflict')) yield 'Pause'
  if (acceptsApiKey(access) && status === 401) yield 'WWW-Authenticate'
  if (codes.includes('insufficient_scope')) yield 'Scope'
  if (access === 'runner' && status === 401) yield 'WWW-Authenticate'
  if (status >= 400) return
  if (isConditional(operation) && (status === 200 || status === 304)) yield 'ETag'
  else if (answers[status] && namesVersion(operation)) yield 'Version'
  if (isIdempotent(operation)) yield 'Idempotency-Replayed'
  if (status === 302) yield 'Location'
  if (status === 304 || status === Number(Object.keys(answers)[0])) yield* sends
}

/**
 * Checks whether responses include a version: versioned operations, and operations that read or create the same
 * resources.
 */
const namesVersion = ({ path, versioned }: Operation) =>
  versioned ||
  operations.some(
    (other) => other.versioned && (other.path === path || other.path.startsWith(`${path}/{id}`)),
  )
