import { createHash } from 'node:crypto'
import { isLoss } from '#app/platform/db/db-errors.server.ts'
import { Conflict, Invalid } from '#app/errors.ts'
import {
  beginOnce,
  endOnce,
  freeOnce,
  type KeptAnswer,
  type Repeat,
} from '#app/features/idempotency/idempotency.server.ts'
import { callerOf, fingerprintOf, type Asked } from '#app/http/api/fingerprint.server.ts'
import { limitAddress } from '#app/http/protocol/request-info.server.ts'
import { isRepeatable, takesKey } from '#app/operations/operation.ts'
import { seal, unseal } from '#app/platform/security/encryption.server.ts'

/** How long an answer may be to be kept, in bytes. */
const MOST = 256 * 1024

/** What of an answer is the same when it is given again. */
const kept = ['Content-Type', 'ETag', 'Location'] as const

/** A call under a key. `purpose` seals what it is answered with, so that only who has the key can have it read. */
export type Keyed = Repeat & { purpose: string }

/**
 * What the header `Idempotency-Key` says of a call (draft-ietf-httpapi-idempotency-key-header); null where there is none,
 * or the operation takes none. Throws `Invalid`.
 */
export function repeatOf(asked: Asked): Keyed | null {
  const { ctx, operation, headers } = asked
  const value = takesKey(operation) ? headers.get('Idempotency-Key') : null
  if (value === null) return null
  const who = ctx.actor.kind === 'user' ? '' : ` ${limitAddress(ctx.origin?.address ?? '')}`
  const purpose = `idempotency ${callerOf(ctx)}${who} ${keyIn(value)}`
  const id = createHash('sha256').update(purpose).digest('base64url')
  return { id, operation: operation.id, fingerprint: fingerprintOf(asked), purpose }
}

/** A string of RFC 9651, or the key as it is, which many clients send. */
function keyIn(value: string): string {
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
 * Runs a call, and keeps its answer for the next with the same key: that one gets it as it was, and nothing is done again.
 * What is refused or fails leaves the key free. What was done and could not be answered does not, and neither does what may
 * have been done, because the database was lost on the way.
 */
export async function once<T>({ ctx, operation }: Asked, repeat: Keyed | null, work: Work<T>) {
  const { run, answer } = work
  if (!repeat || !isRepeatable(operation)) return answer(await run())
  const { purpose, ...key } = repeat
  const before = await beginOnce(ctx, key)
  if (before) return again(before, (body) => unseal(ctx.secrets.pepper, purpose, body))
  const failed = (what: string) => (err: unknown) => ctx.log.error({ err }, what)
  let result: T
  try {
    result = await run()
  } catch (error) {
    if (!isLoss(error)) await freeOnce(ctx, key).catch(failed('a key could not be freed'))
    throw error
  }
  const response = await answer(result)
  const { status, headers } = response
  const text = await response.clone().text()
  await endOnce(ctx, key, {
    status,
    headers: Object.fromEntries(
      kept.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
    ),
    body: Buffer.byteLength(text) > MOST ? null : seal(ctx.secrets.pepper, purpose, text),
  }).catch(failed('an answer could not be kept'))
  return response
}

function again({ status, headers, body }: KeptAnswer, open: (body: string) => string | null): Response {
  const text = body && open(body)
  if (text === null)
    throw new Conflict(
      'This was done, and its answer is too large to be given again. Read the thing instead.',
    )
  return new Response(text || null, {
    status,
    headers: { ...headers, 'Cache-Control': 'no-store', 'Idempotency-Replayed': 'true' },
  })
}
