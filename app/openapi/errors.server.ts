import { z } from 'zod'
import { statusOf, type ErrorCode } from '#app/errors.ts'

import { CONFIRMATION } from '#app/openapi/calls.server.ts'

/** The body of every refusal, as the document describes it. */
export const errorSchema = z
  .object({
    error: z.string(),
    code: z
      .enum(Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'The machine word. Decide by it. More may be added.' }),
    request_id: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    confirmation: z
      .object({
        token: z.string().meta({
          description: 'For `Confirmation` in the same request again, once.',
          example: CONFIRMATION,
        }),
        expires_at: z.string().meta({
          format: 'date-time',
          description: 'Until when it counts.',
          example: '2026-11-21T09:40:00.000Z',
        }),
      })
      .optional()
      .meta({ description: 'What a person has to agree to, only with `confirmation_required`.' }),
    current: z
      .object({
        version: z.number().int(),
        updated_at: z.string().nullable(),
        updated_by: z.string().nullable(),
        changed: z
          .array(z.string())
          .meta({ description: 'The fields that the others changed.', example: ['prefix'] }),
      })
      .optional()
      .meta({ description: 'What stands now, only with `precondition_failed`.' }),
    yours: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'What you sent, where a text could be lost; only with `precondition_failed`.' }),
    theirs: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'What stands instead, where a text could be lost.' }),
  })
  .meta({ id: 'Error', description: 'The body of every refusal.' })
