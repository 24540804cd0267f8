import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Call } from '#app/context.server.ts'
import { Conflict, errorBody, Refusal, TryLater } from '#app/errors.ts'
import { isDiskFull, isForeignKeyViolation, isOutage } from '#app/platform/db/db-errors.server.ts'

/** Sends the standard error body on a raw socket, then closes the socket. */
export function sendRawError(
  socket: Duplex,
  refusal: Refusal,
  { requestId, siteUrl, withBody = true }: { requestId: string; siteUrl: string; withBody?: boolean },
): void {
  const body = JSON.stringify(errorBody(refusal, requestId, siteUrl))
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
    ...refusal.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${withBody ? body : ''}`,
  )
}

/**
 * Converts an error to the standard error response. Errors other than `Refusal` are bugs, which are logged and hidden
 * from the client.
 */
export function errorResponse(
  error: unknown,
  { app, facts }: Call,
  headers: Record<string, string> = {},
): Response {
  const refusal = toRefusal(error, { app, facts })
  app.metrics.refusals.inc({ code: refusal.code })
  return new Response(JSON.stringify(errorBody(refusal, facts.requestId, app.config.siteUrl)), {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...headers,
      ...refusal.headers,
    },
  })
}

/** Returns a refusal unchanged. Maps other errors, such as database outages, to a refusal. */
export function toRefusal(error: unknown, { app, facts }: Call): Refusal {
  if (error instanceof Refusal) return error
  app.log.error({ err: error, request_id: facts.requestId }, 'a request failed')
  if (isDiskFull(error)) return new TryLater('unavailable', 'The disk is full. Try again later.', 60)
  if (isOutage(error)) return new TryLater('unavailable', 'The database does not respond. Try again soon.', 5)
  if (isForeignKeyViolation(error))
    return new Conflict('Your account, or an item in this request, was just deleted. Reload the page.')
  return new Refusal(
    'internal',
    'Something went wrong on our side. Try again, and report the request id if it happens again.',
  )
}
