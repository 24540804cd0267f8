import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenApp } from '#app/app.server.ts'
import type { App } from '#app/context.server.ts'
import { Refusal } from '#app/errors.ts'
import { sendRawError } from '#app/http/protocol/error-response.server.ts'

/** How long a client may take for the head of a request, and for all of it, in milliseconds. */
const HEAD_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 60_000
/** How often it is looked for connections that took longer, in milliseconds. */
const TIMEOUT_CHECK_MS = 5_000
/** How long a connection stays open for a next request, in milliseconds: longer than proxies keep theirs. */
const KEEP_ALIVE_MS = 65_000

/** The connections of a server that are open. */
const sockets = new WeakMap<Server, Set<Socket>>()

/** Ends the connections on which nobody has said anything: Node takes them for requests that are on their way. */
function closeSilentSockets(server: Server): void {
  for (const socket of sockets.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
}

/** Node’s server with the bounds that a client meets before any of our code does. */
export function createNodeServer(app: App, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEAD_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  )
  server.on(
    'clientError',
    (
      error: NodeJS.ErrnoException & { rawPacket?: Buffer },
      socket: Socket & { _httpMessage?: ServerResponse },
    ) => {
      // An answer that has begun cannot be taken back.
      if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy()
      const refusal = refusalOf(error)
      app.metrics.refusals.inc({ code: refusal.code })
      app.log.debug({ code: error.code }, 'a request could not be read')
      // The answer to a HEAD has no body, even where its head cannot be read to the end.
      const withBody = error.rawPacket?.toString('latin1', 0, 5) !== 'HEAD '
      sendRawError(socket, refusal, randomUUID(), { withBody })
    },
  )
  const open = new Set<Socket>()
  sockets.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.metrics.look(() => app.metrics.connections.set(open.size))
  return server
}

function refusalOf({ code }: NodeJS.ErrnoException) {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal('headers_too_large', 'The head of the request is larger than 16 KiB.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('request_timeout', 'The request did not come within its time.')
  return new Refusal('invalid_request', 'This is not HTTP as we understand it.')
}

/** How long a stop waits for open requests, and for everything together, in milliseconds. */
const REQUEST_DRAIN_MS = 10_000
const SHUTDOWN_TIMEOUT_MS = 45_000

/** `drain` ends what takes new work; `finish` runs when no request is left, while the stores are still open. */
type ShutdownSteps = { drain: () => Promise<void>; finish: () => Promise<void> }

/** Drains and closes everything on SIGTERM and SIGINT. A second signal or a slow end exits with 1. */
export function shutDownOnSignal(server: Server, app: OpenApp, { drain, finish }: ShutdownSteps): void {
  let isLeaving = false
  const leave = async () => {
    if (isLeaving) process.exit(1)
    isLeaving = true
    app.beginShutdown()
    setTimeout(() => server.closeAllConnections(), REQUEST_DRAIN_MS).unref()
    setTimeout(() => {
      app.log.error('the process did not end in time and is ended now')
      process.exit(1)
    }, SHUTDOWN_TIMEOUT_MS).unref()
    const closed = new Promise((resolve) => server.close(resolve))
    closeSilentSockets(server)
    await drain()
    server.closeIdleConnections()
    await closed
    await finish()
    await app.close()
    process.exit(0)
  }
  const failed = (error: unknown) => {
    app.log.error({ err: error }, 'the process could not end in order')
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave().catch(failed))
}

/** Writes what nobody caught into the log and ends the process: whoever watches it starts another in a known state. */
export function exitOnUncaughtError({ log }: Pick<OpenApp, 'log'>): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'a bug ended the process')
    process.exit(1)
  }
  process.on('uncaughtException', end).on('unhandledRejection', end)
}
