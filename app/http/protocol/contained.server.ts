import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { App } from '#app/context.server.ts'
import { errorResponse } from '#app/http/protocol/error-response.server.ts'

/** Wraps a request listener, so that a thrown error fails only its own request. */
export function containErrors(app: App, serve: RequestListener): RequestListener {
  const fail = async (error: unknown, response: ServerResponse) => {
    const facts = { requestId: randomUUID(), address: '', secure: false, nonce: '' }
    const refusal = errorResponse(error, { app, facts })
    if (response.headersSent) return void response.destroy()
    const headers = { ...Object.fromEntries(refusal.headers), 'X-Request-Id': facts.requestId }
    response.writeHead(refusal.status, headers).end(await refusal.text())
  }
  return (request, response) => {
    response.on('error', (error) => app.log.debug({ err: error }, 'a response failed'))
    try {
      serve(request, response)
    } catch (error) {
      fail(error, response).catch(() => void response.destroy())
    }
  }
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>

/** Wraps an upgrade listener, so that a failed handshake closes only its own socket. */
export const containUpgradeErrors =
  ({ log }: Pick<App, 'log'>, meet: Upgrade) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    meet(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'an upgrade failed')
      socket.destroy()
    })
  }
