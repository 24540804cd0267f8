import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenApp } from '#app/app.server.ts'
import type { App } from '#app/context.server.ts'
import { Refusal } from '#app/errors.ts'
import { sendRawError } from '#app/http/protocol/error-response.server.ts'

/** Timeouts for the head of a request and for the whole request, in milliseconds. */
const HEAD_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 60_000
/** Interval of the timeout checks, in milliseconds. */
const TIMEOUT_CHECK_MS = 5_000
/** Keep-alive timeout in milliseconds, longer than the timeout of common proxies. */
const KEEP_ALIVE_MS = 65_000

/** Open connections of a server. */
const sockets = new WeakMap<Server, Set<Socket>>()

/** Closes connections without any data, because Node treats them as active requests. */
function closeSilentSockets(server: Server): void {
  for (const socket of sockets.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
}

/** Creates the Node server with timeouts and error handling that apply before our handlers. */
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
      // A response that has started cannot be replaced.
      if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy()
      const refusal = refusalOf(error)
      app.metrics.refusals.inc({ code: refusal.code })
      app.log.debug({ code: error.code }, 'a request was malformed')
      // A response to HEAD has no body, even if the request head is malformed.
      const withBody = error.rawPacket?.toString('latin1', 0, 5) !== 'HEAD '
      sendRawError(socket, refusal, { requestId: randomUUID(), siteUrl: app.config.siteUrl, withBody })
    },
  )
  // Unknown expectations are ignored (RFC 9110, section 10.1.1). Node would send a 417 without a body.
  server.on('checkExpectation', listener)
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
    return new Refusal(
      'headers_too_large',
      'The request headers are larger than 16 KiB. Clear the cookies for this site or send fewer headers.',
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('request_timeout', 'The request took too long. Send the request again.')
  return new Refusal('invalid_request', 'The request is not valid HTTP.')
}

/** Milliseconds that a shutdown waits for open requests, and in total. */
const REQUEST_DRAIN_MS = 10_000
const SHUTDOWN_TIMEOUT_MS = 45_000

/**
 * Steps of a shutdown. `drain` stops accepting work. `finish` runs after the last request, while the stores are open.
 */
type ShutdownSteps = { drain: () => Promise<void>; finish: () => Promise<void> }

/** Shuts down gracefully on SIGTERM and SIGINT. Exits with 1 on a second signal or a timeout. */
export function shutDownOnSignal(server: Server, app: OpenApp, { drain, finish }: ShutdownSteps): void {
  let isLeaving = false
  const leave = async () => {
    if (isLeaving) process.exit(1)
    isLeaving = true
    app.beginShutdown()
    setTimeout(() => server.closeAllConnections(), REQUEST_DRAIN_MS).unref()
    setTimeout(() => {
      app.log.error('the process did not stop in time and is ended now')
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
    app.log.error({ err: error }, 'the process could not shut down cleanly')
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave().catch(failed))
}

/** Logs uncaught errors and exits, so that a supervisor restarts the process in a known state. */
export function exitOnUncaughtError({ log }: Pick<OpenApp, 'log'>): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'a bug ended the process')
    process.exit(1)
  }
  process.on('uncaughtException', end).on('unhandledRejection', end)
}
