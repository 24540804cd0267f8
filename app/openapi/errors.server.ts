import { z } from 'zod'
import { statusOf, type ErrorCode } from '#app/errors.ts'

import { CONFIRMATION } from '#app/openapi/calls.server.ts'

/** Schema of every error body. */
export const errorSchema = z
  .object({
    error: z.string(),
    code: z
      .enum(Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'Error code for programs. More codes can be added.' }),
    request_id: z.string(),
    doc_url: z.string().meta({ format: 'uri', description: 'URL of the code in the error reference.' }),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    confirmation: z
      .object({
        token: z.string().meta({
          description: 'Token to send once in the `Confirmation` header of the same request.',
          example: CONFIRMATION,
        }),
        expires_at: z.string().meta({
          format: 'date-time',
          description: 'Expiry time of the token.',
          example: '2026-11-21T09:40:00.000Z',
        }),
      })
      .optional()
      .meta({ description: 'Proposal for the person to confirm, only with `confirmation_required`.' }),
    current: z
      .object({
        version: z.number().int(),
        updated_at: z.string().nullable(),
        updated_by: z.string().nullable(),
        changed: z
          .array(z.string())
          .meta({ description: 'Fields that changed since your version.', example: ['timezone'] }),
      })
      .optional()
      .meta({ description: 'Current version, only with `precondition_failed`.' }),
    yours: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Your text, sent with `precondition_failed` if it could be lost.' }),
    theirs: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Current text, sent if your text could be lost.' }),
  })
  .meta({ id: 'Error', description: 'Body of every error response.' })
