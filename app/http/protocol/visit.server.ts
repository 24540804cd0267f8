import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestFacts } from '#app/context.server.ts'

/** Request with the facts that were extracted from it. */
export type Visit = {
  request: IncomingMessage
  response: ServerResponse
  facts: RequestFacts
  path: string
  search: string
  /** Start time on the clock of `performance.now()`. */
  started: number
}
