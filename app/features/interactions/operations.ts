import { z } from 'zod'
import { interaction } from '#app/features/interactions/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const answerInteractions = operation('answerInteractions', 'POST /api/discord/interactions', {
  access: 'signature',
  body: interaction,
  answers: {
    200: z
      .object({ type: z.number().int(), data: z.record(z.string(), z.unknown()).optional() })
      .meta({ id: 'InteractionAnswer' }),
  },
  refuses: [503],
  summary: 'Handle a Discord interaction',
  description:
    'The `X-Signature-Ed25519` header signs `X-Signature-Timestamp` and the raw body. Exempt from rate limits.',
})

export const connectRunner = operation('connectRunner', 'GET /api/runner/ws', {
  access: 'runner',
  answers: { 101: null },
  refuses: [400, 403, 'too_many_connections', 426, 429, 503],
  summary: 'Connect a bot runner',
  description: 'Upgrades to the `runner.v1` subprotocol with a runner token. Other requests return 426.',
})
