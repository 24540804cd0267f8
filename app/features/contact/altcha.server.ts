import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import type { ProofOfWork } from '#app/features/contact/challenge.ts'
import { deriveKeyFor } from '#app/platform/security/encryption.server.ts'

/**
 * Cost of a challenge: PBKDF2 rounds per attempt and the range of the solution. A phone solves a challenge in about a
 * second. The server chooses the solution, so creating a challenge takes one attempt and verification takes none.
 */
const PBKDF2_ROUNDS = 1_000
const TRY_RANGE = { least: 1_000, most: 3_000 } as const
/** Milliseconds before a challenge expires. */
const CHALLENGE_LIFETIME_MS = 20 * 60_000

const keysOf = ({ secrets }: Pick<Context, 'secrets'>) => ({
  hmacSignatureSecret: deriveKeyFor(secrets.pepper, 'altcha-challenge').toString('hex'),
  hmacKeySignatureSecret: deriveKeyFor(secrets.pepper, 'altcha-answer').toString('hex'),
})

/** Creates a single-use proof-of-work challenge. Challenges are signed, so nothing is stored. */
export async function createProofOfWork(ctx: Pick<Context, 'secrets' | 'now'>): Promise<ProofOfWork> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: PBKDF2_ROUNDS,
    counter: randomInt(TRY_RANGE.most, TRY_RANGE.least),
    deriveKey,
    expiresAt: new Date(ctx.now().getTime() + CHALLENGE_LIFETIME_MS),
    ...keysOf(ctx),
  })
  return challenge as ProofOfWork
}

const hex = z.string().max(256)
const solved = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.literal(PBKDF2_ROUNDS),
      expiresAt: z.number().int(),
      keyLength: z.literal(32),
      keyPrefix: hex,
      keySignature: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.number().int().min(0), derivedKey: hex }),
})

/**
 * Verifies a solution. Returns the id and expiry of the solved challenge, or null if the solution is invalid or
 * expired.
 */
export async function verifyProofOfWork(ctx: Pick<Context, 'secrets' | 'now'>, payload: string) {
  const parsed = solved.safeParse(decode(payload))
  if (!parsed.success) return null
  const { parameters, signature } = parsed.data.challenge
  const expires = parameters.expiresAt * 1_000
  if (expires <= ctx.now().getTime()) return null
  const { verified } = await verifySolution({ ...parsed.data, deriveKey, ...keysOf(ctx) })
  return verified ? { id: signature, expiresAt: new Date(expires).toISOString() } : null
}

function decode(payload: string): unknown {
  try {
    return parseLimited(Buffer.from(payload, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
