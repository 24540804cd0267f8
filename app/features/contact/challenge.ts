import { z } from 'zod'
import { challengeProviders } from '#app/platform/config/contact.ts'

/** A proof of work as ALTCHA 2 has it: find the counter whose key begins with `keyPrefix`. */
const proofOfWork = z
  .object({
    parameters: z.object({
      algorithm: z.string().meta({ description: 'How the key is made.', example: 'PBKDF2/SHA-256' }),
      cost: z.number().meta({ description: 'Rounds for each try.', example: 1000 }),
      expiresAt: z
        .number()
        .meta({ description: 'Until when it holds, in epoch seconds.', example: 1795253400 }),
      keyLength: z.number().meta({ description: 'Bytes of the key.', example: 32 }),
      keyPrefix: z.string().meta({
        description: 'What the key begins with, in hex.',
        example: '8c1f5f0e3a7b4d2296b0c4e1d7a85f30',
      }),
      keySignature: z.string().meta({ description: 'For the check. Send it back.', example: '5be1' }),
      nonce: z
        .string()
        .meta({ description: 'In hex. The password of a try is this, then the counter.', example: '1f00' }),
      salt: z.string().meta({ description: 'The salt in hex.', example: '77aa' }),
    }),
    signature: z.string().meta({ description: 'For the check. Send it back.', example: '9d04' }),
  })
  .meta({ id: 'ProofOfWork', description: 'What a browser works out before it sends a message.' })

/** What the form has to bring before it is taken. */
export const challengeOffer = z
  .object({
    provider: z.enum(challengeProviders).meta({ description: 'What keeps programs away here.' }),
    site_key: z
      .string()
      .nullable()
      .meta({ description: 'For the widget of Turnstile; null for the others.', example: null }),
    challenge: proofOfWork.nullable().meta({ description: 'What is to be solved with `altcha`; else null.' }),
    mark: z.string().meta({
      description: 'Says when it was asked for. Send it back, three seconds later at the earliest.',
      example: 'pQ3m9Xr1b7vK0sT4',
    }),
  })
  .meta({ id: 'ChallengeOffer', description: 'What the contact form has to bring before it is taken.' })

export type ProofOfWork = z.output<typeof proofOfWork>
export type ChallengeOffer = z.output<typeof challengeOffer>
