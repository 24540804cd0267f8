import { z } from 'zod'
import { operation } from '#app/operations/operation.ts'

export const readOpenapi = operation({
  id: 'readOpenapi',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  limit: 'api_anonymous',
  answers: { 200: z.looseObject({ openapi: z.string() }) },
  summary: 'This document',
})
