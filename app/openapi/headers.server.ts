import type { ErrorCode } from '#app/errors.ts'
import { operations } from '#app/openapi/operations.ts'
import { isForKeys, isForSessions, isRepeatable, type Operation } from '#app/operations/operation.ts'

type Header = { description: string; schema: Record<string, unknown>; example?: unknown; required?: boolean }

/** Every header that the document speaks of. `required` is sent always; the others where their sentence says. */
export const headers = {
  'X-Request-Id': {
    description: 'The id of this request, also in the body of a refusal. Name it when you ask for help.',
    schema: { type: 'string', pattern: '^[\\w-]{20,}$' },
    example: '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11',
    required: true,
  },
  'Cache-Control': {
    description: 'What a cache may do with the answer.',
    schema: { type: 'string' },
    example: 'private, no-cache',
    required: true,
  },
  ETag: {
    description:
      'A strong entity tag. Send it back in `If-None-Match`, and an answer that is the same is a 304.',
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
    example: '"Zk9X0yQm3nB7rT1uV5wYaA"',
    required: true,
  },
  Version: {
    description: 'The version that stands. The next write names it in `If-Match`.',
    schema: { type: 'string', pattern: '^"v\\d+"$' },
    example: '"v3"',
  },
  Location: {
    description: 'Where to go.',
    schema: { type: 'string' },
    example: '/profile',
    required: true,
  },
  Allow: {
    description: 'The methods that the path has.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'Retry-After': {
    description: 'How many seconds to wait.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '42',
    required: true,
  },
  Pause: {
    description: 'How many seconds to wait, while the first call with the same `Idempotency-Key` runs.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1',
  },
  'Idempotency-Replayed': {
    description: 'Only on the answer to a repeat: it is the one that the first call got.',
    schema: { type: 'string', pattern: '^true$' },
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'What proof is wanted, and what is wrong with the one that was sent (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer realm="api", error="invalid_token"',
    required: true,
  },
  'Set-Cookie': {
    description: 'The `session` cookie: a new one, or its end. HttpOnly and SameSite=Lax.',
    schema: { type: 'string', pattern: '^session=' },
    example: 'session=q4Tz0c; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax',
    required: true,
  },
  'Content-Disposition': {
    description: 'The name of the file.',
    schema: { type: 'string', pattern: '^attachment; filename=' },
    example: 'attachment; filename="signpost-account-2026-11-21.json"',
    required: true,
  },
  'Access-Control-Allow-Origin': {
    description: 'Scripts of every site may read this.',
    schema: { type: 'string' },
    example: '*',
    required: true,
  },
  'X-RateLimit-Limit': {
    description:
      'How many requests the window allows. The headers of the limit are left out where limits are switched off, and from a refusal that comes before the call is counted.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '120',
  },
  'X-RateLimit-Remaining': {
    description: 'How many are left.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '119',
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in epoch seconds.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1795253460',
  },
  RateLimit: {
    description:
      'The same in the form of the IETF draft: `r` is what is left, `t` the seconds until the end.',
    schema: { type: 'string', pattern: '^"\\w+";r=\\d+;t=\\d+$' },
    example: '"v1";r=119;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds.',
    schema: { type: 'string', pattern: '^"\\w+";q=\\d+;w=\\d+$' },
    example: '"v1";q=120;w=60',
  },
} as const satisfies Record<string, Header>

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
  method === 'GET' && !isForSessions(access) && answers[200] != null

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
  if (isForKeys(access) && (status === 401 || status === 403)) yield 'WWW-Authenticate'
  if (access === 'runner' && status === 401) yield 'WWW-Authenticate'
  if (status >= 400) return
  if (isConditional(operation) && (status === 200 || status === 304)) yield 'ETag'
  else if (answers[status] && namesVersion(operation)) yield 'Version'
  if (isRepeatable(operation)) yield 'Idempotency-Replayed'
  if (status === 302) yield 'Location'
  if (status === 304 || status === Number(Object.keys(answers)[0])) yield* sends
}

/** What is written with a version says it when it is read and made as well. */
const namesVersion = ({ path, versioned }: Operation) =>
  versioned ||
  operations.some(
    (other) => other.versioned && (other.path === path || other.path.startsWith(`${path}/{id}`)),
  )
