import { z } from 'zod'
import { operation } from '#app/operations/operation.ts'

const part = (description: string) => z.record(z.string(), z.unknown()).meta({ description, example: {} })
const parts = (description: string) =>
  z.array(z.record(z.string(), z.unknown())).meta({ description, example: [] })

export const readOpenapi = operation({
  id: 'readOpenapi',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  limit: 'api_anonymous',
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
