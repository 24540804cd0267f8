import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestFacts } from '#app/context.server.ts'

/** One request for a page, as Node hands it over. */
export type Visit = {
  request: IncomingMessage
  response: ServerResponse
  facts: RequestFacts
  path: string
  search: string
  /** When it came, on the clock of `performance.now()`. */
  started: number
}
