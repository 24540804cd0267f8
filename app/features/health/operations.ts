import { z } from 'zod'
import { healthParts } from '#app/features/health/schema.ts'
import { operation } from '#app/operations/operation.ts'

const part = (description: string) => z.record(z.string(), z.unknown()).meta({ description, example: {} })
const parts = (description: string) =>
  z.array(z.record(z.string(), z.unknown())).meta({ description, example: [] })

export const readHealth = operation('readHealth', 'GET /api/health', {
  access: 'public',
  limit: null,
  // No limit applies, and a request that cannot be read is refused all the same.
  refuses: ['invalid_request'],
  answers: {
    200: z.object({
      status: z.enum(['ok', 'degraded']).meta({ description: 'The worst of the parts.' }),
      version: z.string().meta({ description: 'The version that runs.', example: '0.1.0' }),
      checked_at: z.string().meta({
        description: 'When it was looked.',
        format: 'date-time',
        example: '2026-11-22T09:30:00.000Z',
      }),
      parts: z
        .array(
          z.object({
            name: z
              .enum(healthParts)
              .meta({ description: 'What it is. Parts that are not set up are left out.' }),
            status: z.enum(['ok', 'degraded']),
          }),
        )
        .meta({ description: 'What the service is made of and leans on.' }),
    }),
  },
  sends: ['Access-Control-Allow-Origin'],
  summary: 'How the service is',
  description:
    'A summary for status pages and monitors, no older than five seconds. When the database does not answer, the answer is 503. `/readyz` is for balancers, `/metrics` for figures.',
})

export const readOpenapi = operation('readOpenapi', 'GET /api/openapi.json', {
  access: 'public',
  query: z.object({
    surface: z.enum(['v1'], { error: 'Use v1, or omit the parameter.' }).optional().meta({
      description: '`v1` returns only the operations for API keys. Default: all operations.',
      example: 'v1',
    }),
  }),
  answers: {
    200: z.looseObject({
      openapi: z.string(),
      info: part('What the service is, how to speak with it, and the version of this description.'),
      servers: parts('Where the service is.'),
      externalDocs: part('Where people read the same.'),
      tags: parts('The groups of operations.'),
      paths: part('Every operation by path and method.'),
      components: part(
        'Schemas, refusals, headers and ways to prove who asks, to which the operations refer.',
      ),
    }),
  },
  sends: ['Access-Control-Allow-Origin'],
  summary: 'This document',
})
