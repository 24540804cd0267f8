import { z } from 'zod'
import {
  isIdempotent,
  acceptsIdempotencyKey,
  acceptsAgentTool,
  type Operation,
} from '#app/operations/operation.ts'

/** Example of a confirmation token. */
export const CONFIRMATION = 'aSFeCM-nFq8sW0v3Vb1xTkR2yZ7uQd5LhJ4pGmNcXwEo9BtA'

const ifMatch = z
  .string()
  .regex(/^"v\d{1,9}(-[\w-]+)?"$/)
  .meta({
    description: 'Version that the write is based on, as in the `ETag` of the last response.',
    example: '"v3"',
  })

const agentTool = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,29}$/)
  .optional()
  .meta({
    description: 'Browser tool that makes the call, recorded in the audit log.',
    example: 'publish_entry',
  })

const confirmation = z.string().optional().meta({
  description: 'With `Agent-Tool`: the token from the 428 response to the same request.',
  example: CONFIRMATION,
})

const key = (means: string) =>
  z
    .string()
    .min(8)
    .max(102)
    .optional()
    .meta({ description: means, example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"' })
const keptKey = key(
  'Use a new key for each action. For a day, repeating the request returns the first response again.',
)
const joinedKey = key(
  'Use a new key for each question. For a day, repeating the request streams the first reply again.',
)

/** Returns the schema of the request headers that an operation accepts. */
export function requestHeaders(operation: Operation): { header?: z.ZodObject } {
  const shape = {
    ...operation.headers?.shape,
    ...(operation.versioned ? { 'If-Match': ifMatch } : {}),
    ...(acceptsAgentTool(operation) ? { 'Agent-Tool': agentTool } : {}),
    ...(operation.confirmed ? { Confirmation: confirmation } : {}),
    ...(acceptsIdempotencyKey(operation)
      ? { 'Idempotency-Key': isIdempotent(operation) ? keptKey : joinedKey }
      : {}),
  }
  return Object.keys(shape).length ? { header: z.object(shape) } : {}
}
