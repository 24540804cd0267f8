import type { ErrorCode } from '#app/errors.ts'
import { operations } from '#app/openapi/operations.ts'
import { acceptsApiKey, acceptsSession, isIdempotent, type Operation } from '#app/operations/operation.ts'

/** Describes a header that is sent where its sentence says. */
const sometimes = (description: string, example: string, pattern?: string) => ({
  description,
  schema: { type: 'string', ...(pattern ? { pattern } : {}) },
  example,
})

/** Describes a header that is always sent. */
const always = (...words: Parameters<typeof sometimes>) => ({ ...sometimes(...words), required: true })

/** Every header in the document: its description, an example and its pattern. */
export const headers = {
  'X-Request-Id': always(
    'The id of this request, also in the body of a refusal. Name it when you ask for help.',
    '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11',
    '^[\\w-]{20,}$',
  ),
  'Cache-Control': always('What a cache may do with the answer.', 'private, no-cache'),
  ETag: always(
    'A strong entity tag. Send it back in `If-None-Match`, and an answer that is the same is a 304.',
    '"Zk9X0yQm3nB7rT1uV5wYaA"',
    '^"[\\w-]+"$',
  ),
  Version: sometimes('The version that stands. The next write names it in `If-Match`.', '"v3"', '^"v\\d+"$'),
  Location: always('Where to go.', '/profile'),
  Allow: sometimes('The methods that the path has.', 'GET, HEAD'),
  'Retry-After': always('How many seconds to wait.', '42', '^\\d+$'),
  Pause: sometimes(
    'How many seconds to wait, while the first call with the same `Idempotency-Key` runs.',
    '1',
    '^\\d+$',
  ),
  'Idempotency-Replayed': sometimes(
    'Only on the answer to a repeat: it is the one that the first call got.',
    'true',
    '^true$',
  ),
  'WWW-Authenticate': always(
    'What proof is wanted, and what is wrong with the one that was sent (RFC 6750).',
    'Bearer realm="api", error="invalid_token"',
  ),
  'Set-Cookie': always(
    'The `session` cookie: a new one, or its end. HttpOnly and SameSite=Lax.',
    'session=q4Tz0c; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax',
    '^session=',
  ),
  'Content-Disposition': always(
    'The name of the file.',
    'attachment; filename="signpost-account-2026-11-21.json"',
    '^attachment; filename=',
  ),
  'Access-Control-Allow-Origin': always('Scripts of every site may read this.', '*'),
  'X-RateLimit-Limit': sometimes(
    'How many requests the window allows. The headers of the limit are left out where limits are switched off, and from a refusal that comes before the call is counted.',
    '120',
    '^\\d+$',
  ),
  'X-RateLimit-Remaining': sometimes('How many are left.', '119', '^\\d+$'),
  'X-RateLimit-Reset': sometimes('When the window ends, in epoch seconds.', '1795253460', '^\\d+$'),
  RateLimit: sometimes(
    'The same in the form of the IETF draft: `r` is what is left, `t` the seconds until the end.',
    '"v1";r=119;t=60',
    '^"\\w+";r=\\d+;t=\\d+$',
  ),
  'RateLimit-Policy': sometimes(
    'The limit: `q` requests in `w` seconds.',
    '"v1";q=120;w=60',
    '^"\\w+";q=\\d+;w=\\d+$',
  ),
}

/** Where a header means something of its own, and may be left out. */
const aliases: Partial<Record<string, string>> = { Version: 'ETag', Pause: 'Retry-After' }

type HeaderName = keyof typeof headers

const limited = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
] as const

/** True for what answers `If-None-Match`: reads of what is not made for one visitor. */
export const isConditional = ({ method, access, answers }: Operation): boolean =>
  method === 'GET' && !acceptsSession(access) && answers[200] != null

/** The headers that an answer of this status carries, each by a reference to its words. */
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
  // An upgrade is exempt from the limits. A plain request to its path is not.
  if (limit || (access === 'runner' && status === 426)) yield* limited
  if (status === 412) yield 'Version'
  if (codes.includes('rate_limited') || codes.includes('unavailable')) yield 'Retry-After'
  if (codes.includes('conflict')) yield 'Pause'
  if (acceptsApiKey(access) && (status === 401 || status === 403)) yield 'WWW-Authenticate'
  if (access === 'runner' && status === 401) yield 'WWW-Authenticate'
  if (status >= 400) return
  if (isConditional(operation) && (status === 200 || status === 304)) yield 'ETag'
  else if (answers[status] && namesVersion(operation)) yield 'Version'
  if (isIdempotent(operation)) yield 'Idempotency-Replayed'
  if (status === 302) yield 'Location'
  if (status === 304 || status === Number(Object.keys(answers)[0])) yield* sends
}

/** What is written with a version says it when it is read and made as well. */
const namesVersion = ({ path, versioned }: Operation) =>
  versioned ||
  operations.some(
    (other) => other.versioned && (other.path === path || other.path.startsWith(`${path}/{id}`)),
  )
