import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { callerIdOf, hasRole } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { type Confirmation, Conflict, Invalid, Unconfirmed } from '#app/errors.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import {
  beginIdempotent,
  completeIdempotent,
  releaseIdempotent,
  type StoredResponse,
  type IdempotentCall,
  consumeConfirmation,
} from '#app/features/idempotency/idempotency.server.ts'
import { limitAddress } from '#app/http/protocol/request-info.server.ts'
import { isIdempotent, type Operation, acceptsIdempotencyKey } from '#app/operations/operation.ts'
import { isConnectionLoss } from '#app/platform/db/db-errors.server.ts'
import { deriveKeyFor, encrypt, decrypt } from '#app/platform/security/encryption.server.ts'
import { isObject } from '#app/primitives/objects.ts'

/** Authenticated and parsed call. */
type ParsedCall = {
  ctx: Context
  operation: Operation
  input: { params?: unknown; query?: unknown; body?: unknown; version?: number | undefined }
  headers: Headers
}

/** Returns a keyed fingerprint of the request, from which a password in the body cannot be guessed. */
function fingerprintOf({ ctx, operation, input: { params, query, body, version } }: ParsedCall): string {
  const { id, varying = [] } = operation
  const lasting = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !varying.includes(name)))
    : body
  return createHmac('sha256', deriveKeyFor(ctx.secrets.pepper, 'fingerprint'))
    .update(canonical([callerIdOf(ctx), id, params, query, lasting, version]))
    .digest('base64url')
}

/** Serializes JSON with sorted keys. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

/** Lifetime of a confirmation in milliseconds. */
const CONFIRMATION_LIFETIME_MS = 10 * 60_000
/** Byte lengths of a token's parts: expiry in epoch seconds, id, and the proof for one request. */
const [EXPIRY, ID, PROOF] = [4, 12, 20]

const CONFIRM_MESSAGE = 'Ask the person, then repeat the request with this token in the Confirmation header.'

/** Throws `Unconfirmed` with a new token if a browser tool calls without a valid confirmation for this request. */
export async function requireConfirmation(asked: ParsedCall): Promise<void> {
  const { ctx, operation, headers } = asked
  if (!operation.confirmed || !ctx.origin?.tool) return
  // Without a session, there is nothing to confirm.
  if (operation.access === 'session' && ctx.actor.kind === 'anonymous') return
  const request = fingerprintOf(asked)
  const reason = await confirmationProblem(ctx, headers.get('Confirmation'), request)
  if (reason) throw new Unconfirmed(`${reason} ${CONFIRM_MESSAGE}`, issueConfirmation(ctx, request))
}

async function confirmationProblem(
  ctx: Context,
  token: string | null,
  request: string,
): Promise<string | null> {
  if (token === null) return 'A person must confirm this action.'
  const bytes = Buffer.from(/^[\w-]{48}$/.test(token) ? token : '', 'base64url')
  const head = bytes.subarray(0, EXPIRY + ID)
  const proof = bytes.subarray(EXPIRY + ID)
  if (proof.length !== PROOF || !timingSafeEqual(proof, proofOf(ctx, head, request)))
    return 'The confirmation does not match this request.'
  const expires = head.readUInt32BE() * 1000
  if (expires <= ctx.now().getTime()) return 'The confirmation has expired.'
  const id = head.subarray(EXPIRY).toString('base64url')
  const isFirst = await consumeConfirmation(ctx, { id, expiresAt: new Date(expires).toISOString() })
  return isFirst ? null : 'The confirmation was used before.'
}

function issueConfirmation(ctx: Context, request: string): Confirmation {
  const seconds = Math.ceil((ctx.now().getTime() + CONFIRMATION_LIFETIME_MS) / 1000)
  const head = Buffer.alloc(EXPIRY + ID)
  head.writeUInt32BE(seconds)
  randomBytes(ID).copy(head, EXPIRY)
  const token = Buffer.concat([head, proofOf(ctx, head, request)]).toString('base64url')
  return { token, expires_at: new Date(seconds * 1000).toISOString() }
}

const proofOf = ({ secrets }: Context, head: Buffer, request: string) =>
  createHmac('sha256', deriveKeyFor(secrets.pepper, 'confirmation'))
    .update(head)
    .update(request)
    .digest()
    .subarray(0, PROOF)

/** Maximum size of a stored response, in bytes. */
const MAX_STORED_BYTES = 256 * 1024

/** Headers that are repeated in a replayed response. */
const storedHeaders = ['Content-Type', 'ETag', 'Location'] as const

/**
 * Call with an idempotency key. `purpose` encrypts the stored response, so that only callers with the key can read it.
 */
type KeyedCall = IdempotentCall & { purpose: string }

/**
 * Reads `Idempotency-Key`. Returns null if the header is missing or the operation does not accept keys. Throws
 * `Invalid`.
 */
export function keyedCallOf(asked: ParsedCall): KeyedCall | null {
  const { ctx, operation, headers } = asked
  const value = acceptsIdempotencyKey(operation) ? headers.get('Idempotency-Key') : null
  if (value === null) return null
  const isKnown = ctx.actor.kind === 'user' || ctx.actor.kind === 'key'
  const who = isKnown ? '' : ` ${limitAddress(ctx.origin?.address ?? '')}`
  const purpose = `idempotency ${callerIdOf(ctx)}${who} ${parseKey(value)}`
  const id = createHash('sha256').update(purpose).digest('base64url')
  return { id, operation: operation.id, fingerprint: fingerprintOf(asked), purpose }
}

/** Parses an RFC 9651 string. Also accepts a key without quotes, because many clients omit them. */
function parseKey(value: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1')
  const key = quoted ?? (/[",;\\]/.test(value) ? '' : value)
  if (/^[\x21-\x7e]{8,100}$/.test(key)) return key
  throw new Invalid('Idempotency-Key: send 8 to 100 visible ASCII characters, such as "8e03978e-40d5-43dd".')
}

type Work<T> = {
  run: () => Promise<T>
  answer: (result: T) => Promise<Response>
}

/**
 * Throws if the caller cannot read the guild in the path. Runs before a stored response is repeated and before an input
 * error is returned. Administrators can act in all guilds, and operations of a profile are for people who do not manage
 * the guild.
 */
export async function requireGuildAccess({
  ctx,
  operation,
  params,
}: Pick<ParsedCall, 'ctx' | 'operation'> & { params: Record<string, string | undefined> }): Promise<void> {
  const { path } = operation
  if (!path.includes('{guildId}') || path.startsWith('/api/profile/')) return
  if (ctx.actor.kind === 'user' && hasRole(ctx.actor.role, 'guilds:write')) return
  await allowGuild(ctx, 'guild:read', params.guildId!)
}

/** Runs a call once per key and stores its response. Errors release the key, except connection losses. */
export async function runOnce<T>({ ctx, operation }: ParsedCall, repeat: KeyedCall | null, work: Work<T>) {
  const { run, answer } = work
  if (!repeat || !isIdempotent(operation)) return answer(await run())
  const { purpose, ...key } = repeat
  const before = await beginIdempotent(ctx, key)
  if (before) return replayResponse(before, (body) => decrypt(ctx.secrets.pepper, purpose, body))
  const failed = (what: string) => (err: unknown) => ctx.log.error({ err }, what)
  let result: T
  try {
    result = await run()
  } catch (error) {
    if (!isConnectionLoss(error))
      await releaseIdempotent(ctx, key).catch(failed('an idempotency key could not be released'))
    throw error
  }
  const response = await answer(result)
  const { status, headers } = response
  const text = await response.clone().text()
  await completeIdempotent(ctx, key, {
    status,
    headers: Object.fromEntries(
      storedHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
    ),
    body: Buffer.byteLength(text) > MAX_STORED_BYTES ? null : encrypt(ctx.secrets.pepper, purpose, text),
  }).catch(failed('a response could not be stored'))
  return response
}

function replayResponse(
  { status, headers, body }: StoredResponse,
  open: (body: string) => string | null,
): Response {
  const text = body && open(body)
  if (text === null)
    throw new Conflict(
      'The request succeeded earlier, but its response is too large to repeat. Read the resource instead.',
    )
  return new Response(text || null, {
    status,
    headers: { ...headers, 'Cache-Control': 'no-store', 'Idempotency-Replayed': 'true' },
  })
}
