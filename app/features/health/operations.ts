import { z } from 'zod'
import { healthParts } from '#app/features/health/schema.ts'
import { operation } from '#app/operations/operation.ts'

const part = (description: string) => z.record(z.string(), z.unknown()).meta({ description, example: {} })
const parts = (description: string) =>
  z.array(z.record(z.string(), z.unknown())).meta({ description, example: [] })

export const readHealth = operation('readHealth', 'GET /api/health', {
  access: 'public',
  limit: null,
  // Health requests are not rate-limited, but malformed requests are still rejected.
  refuses: ['invalid_request'],
  answers: {
    200: z.object({
      status: z.enum(['ok', 'degraded']).meta({ description: 'Worst status of all components.' }),
      version: z.string().meta({ description: 'Running version.', example: '0.1.0' }),
      checked_at: z.string().meta({
        description: 'Time of the check.',
        format: 'date-time',
        example: '2026-11-22T09:30:00.000Z',
      }),
      parts: z
        .array(
          z.object({
            name: z
              .enum(healthParts)
              .meta({ description: 'Component. Components that are not configured are omitted.' }),
            status: z.enum(['ok', 'degraded']),
          }),
        )
        .meta({ description: 'Status of the components.' }),
    }),
  },
  sends: ['Access-Control-Allow-Origin'],
  summary: 'Get the service status',
  description:
    'Returns a summary for status pages and monitors, at most five seconds old. Returns 503 if the database does not respond. Use `/readyz` for load balancers and `/metrics` for counters.',
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
      info: part('Description of the service and version of this document.'),
      servers: parts('Base URL of the service.'),
      externalDocs: part('Documentation for people.'),
      tags: parts('Groups of operations.'),
      paths: part('Every operation by path and method.'),
      components: part('Schemas, errors, headers and security schemes of the operations.'),
    }),
  },
  sends: ['Access-Control-Allow-Origin'],
  summary: 'Get this OpenAPI document',
})
