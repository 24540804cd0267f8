import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Call } from '#app/context.server.ts'
import { Conflict, errorBody, Refusal, TryLater } from '#app/errors.ts'
import { isDiskFull, isForeignKeyViolation, isOutage } from '#app/platform/db/db-errors.server.ts'

/** Answers with the error body of every route where there is nothing but a socket, and closes it. */
export function sendRawError(
  socket: Duplex,
  refusal: Refusal,
  requestId: string,
  { withBody = true } = {},
): void {
  const body = JSON.stringify(errorBody(refusal, requestId))
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

/** Turns whatever was thrown into the one error body. What is no `Refusal` is a bug: logged, and told without detail. */
export function errorResponse(
  error: unknown,
  { app, facts }: Call,
  headers: Record<string, string> = {},
): Response {
  const refusal = toRefusal(error, { app, facts })
  app.metrics.refusals.inc({ code: refusal.code })
  return new Response(JSON.stringify(errorBody(refusal, facts.requestId)), {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...headers,
      ...refusal.headers,
    },
  })
}

/** The refusal itself, or the one that stands for a bug or for what the database says. */
export function toRefusal(error: unknown, { app, facts }: Call): Refusal {
  if (error instanceof Refusal) return error
  app.log.error({ err: error, request_id: facts.requestId }, 'a request failed')
  if (isDiskFull(error))
    return new TryLater('unavailable', 'There is no room to store anything. Try again later.', 60)
  if (isOutage(error)) return new TryLater('unavailable', 'The database does not answer. Try again soon.', 5)
  if (isForeignKeyViolation(error))
    return new Conflict('What this refers to, or your account, has just been deleted. Load it again.')
  return new Refusal('internal', 'Something went wrong on our side.')
}
