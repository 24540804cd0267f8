import { z } from 'zod'
import {
  isIdempotent,
  acceptsIdempotencyKey,
  acceptsAgentTool,
  type Operation,
} from '#app/operations/operation.ts'

/** What a confirmation looks like. */
export const CONFIRMATION = 'aSFeCM-nFq8sW0v3Vb1xTkR2yZ7uQd5LhJ4pGmNcXwEo9BtA'

const ifMatch = z
  .string()
  .regex(/^"v\d{1,9}"$/)
  .meta({
    description: 'The version that the write is based on, as in `ETag` of the last answer.',
    example: '"v3"',
  })

const agentTool = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,29}$/)
  .optional()
  .meta({ description: 'The browser tool that makes the call, for the audit log.', example: 'publish_entry' })

const confirmation = z.string().optional().meta({
  description: 'With `Agent-Tool`: the token of the 428 that the same request was answered with.',
  example: CONFIRMATION,
})

const key = (means: string) =>
  z
    .string()
    .min(8)
    .max(102)
    .optional()
    .meta({ description: means, example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"' })
const keptKey = key('A new one for each thing to do: for a day, a repeat is answered as the first call was.')
const joinedKey = key('A new one for each question: for a day, a repeat hears the first answer.')

/** The headers that a call may bring, by what its operation takes. */
export function requestHeaders(operation: Operation): { header?: z.ZodObject } {
  const shape = {
    ...(operation.versioned ? { 'If-Match': ifMatch } : {}),
    ...(acceptsAgentTool(operation) ? { 'Agent-Tool': agentTool } : {}),
    ...(operation.confirmed ? { Confirmation: confirmation } : {}),
    ...(acceptsIdempotencyKey(operation)
      ? { 'Idempotency-Key': isIdempotent(operation) ? keptKey : joinedKey }
      : {}),
  }
  return Object.keys(shape).length ? { header: z.object(shape) } : {}
}
