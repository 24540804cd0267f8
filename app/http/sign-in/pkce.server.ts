import { createHash, randomBytes } from 'node:crypto'

/** A verifier of RFC 7636: 43 signs, the least that Discord takes and as random as a key. */
export const newVerifier = (): string => randomBytes(32).toString('base64url')

/** What the authorisation request carries of the verifier, by the only method that the providers take. */
export const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})
