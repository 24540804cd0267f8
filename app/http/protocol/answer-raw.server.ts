import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody, type Refusal } from '#app/errors.ts'

/** Answers with the error body of every route where there is nothing but a socket, and closes it. */
export function answerRaw(
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
