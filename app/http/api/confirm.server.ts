import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Unconfirmed, type Confirmation } from '#app/errors.ts'
import { spendConfirmation } from '#app/features/idempotency/idempotency.server.ts'
import { fingerprintOf, type Asked } from '#app/http/api/fingerprint.server.ts'
import { keyFor } from '#app/platform/security/encryption.server.ts'

/** For how long a confirmation counts, in milliseconds. */
const LASTS = 10 * 60_000
/** The bytes of a token: when it is over in epoch seconds, its id, and what proves both for one request. */
const [EXPIRY, ID, PROOF] = [4, 12, 20]

const ASK = 'Ask the person, then send the same request with this token in the header Confirmation.'

/**
 * Lets a browser tool do what is `confirmed` only when it brings the token that we gave for this very request; everybody
 * else is not asked. Throws `Unconfirmed` with a new token, and says what was wrong with the old one.
 */
export async function confirm(asked: Asked): Promise<void> {
  const { ctx, operation, headers } = asked
  if (!operation.confirmed || !ctx.origin?.tool) return
  // Where nobody is signed in, there is no session to do something with.
  if (operation.access === 'session' && ctx.actor.kind === 'anonymous') return
  const request = fingerprintOf(asked)
  const reason = await wrongWith(ctx, headers.get('Confirmation'), request)
  if (reason) throw new Unconfirmed(`${reason} ${ASK}`, offer(ctx, request))
}

async function wrongWith(ctx: Context, token: string | null, request: string): Promise<string | null> {
  if (token === null) return 'A person has to confirm this.'
  const bytes = Buffer.from(/^[\w-]{48}$/.test(token) ? token : '', 'base64url')
  const head = bytes.subarray(0, EXPIRY + ID)
  const proof = bytes.subarray(EXPIRY + ID)
  if (proof.length !== PROOF || !timingSafeEqual(proof, proofOf(ctx, head, request)))
    return 'The confirmation does not fit this request.'
  const expires = head.readUInt32BE() * 1000
  if (expires <= ctx.now().getTime()) return 'The confirmation has expired.'
  const id = head.subarray(EXPIRY).toString('base64url')
  const isFirst = await spendConfirmation(ctx, { id, expiresAt: new Date(expires).toISOString() })
  return isFirst ? null : 'The confirmation was used before.'
}

function offer(ctx: Context, request: string): Confirmation {
  const seconds = Math.ceil((ctx.now().getTime() + LASTS) / 1000)
  const head = Buffer.alloc(EXPIRY + ID)
  head.writeUInt32BE(seconds)
  randomBytes(ID).copy(head, EXPIRY)
  const token = Buffer.concat([head, proofOf(ctx, head, request)]).toString('base64url')
  return { token, expires_at: new Date(seconds * 1000).toISOString() }
}

const proofOf = ({ secrets }: Context, head: Buffer, request: string) =>
  createHmac('sha256', keyFor(secrets.pepper, 'confirmation'))
    .update(head)
    .update(request)
    .digest()
    .subarray(0, PROOF)
