import { z } from 'zod'
import { challengeProviders } from '#app/platform/config/contact.ts'

/** ALTCHA 2 proof-of-work challenge: find the counter whose derived key begins with `keyPrefix`. */
const proofOfWork = z
  .object({
    parameters: z.object({
      algorithm: z.string().meta({ description: 'Key derivation function.', example: 'PBKDF2/SHA-256' }),
      cost: z.number().meta({ description: 'Rounds per attempt.', example: 1000 }),
      expiresAt: z.number().meta({ description: 'Expiry in epoch seconds.', example: 1795253400 }),
      keyLength: z.number().meta({ description: 'Length of the key in bytes.', example: 32 }),
      keyPrefix: z.string().meta({
        description: 'Prefix of the key, in hex.',
        example: '8c1f5f0e3a7b4d2296b0c4e1d7a85f30',
      }),
      keySignature: z.string().meta({ description: 'Value for the check. Send it back.', example: '5be1' }),
      nonce: z.string().meta({
        description: 'Nonce in hex. The password of an attempt is the nonce followed by the counter.',
        example: '1f00',
      }),
      salt: z.string().meta({ description: 'Salt in hex.', example: '77aa' }),
    }),
    signature: z.string().meta({ description: 'Value for the check. Send it back.', example: '9d04' }),
  })
  .meta({
    id: 'ProofOfWork',
    description: 'Proof of work that a browser computes before it sends a message.',
  })

/** Form token and challenge that a submission needs. */
export const challengeOffer = z
  .object({
    provider: z.enum(challengeProviders).meta({ description: 'Bot protection.' }),
    site_key: z
      .string()
      .nullable()
      .meta({ description: 'Site key of the Turnstile widget. Null for other providers.', example: null }),
    challenge: proofOfWork.nullable().meta({ description: 'Challenge for `altcha`, otherwise null.' }),
    mark: z.string().meta({
      description: 'Form token. Wait at least three seconds before you send the token back.',
      example: 'pQ3m9Xr1b7vK0sT4',
    }),
  })
  .meta({ id: 'ChallengeOffer', description: 'Fields that a contact message must include.' })

export type ProofOfWork = z.output<typeof proofOfWork>
export type ChallengeOffer = z.output<typeof challengeOffer>
