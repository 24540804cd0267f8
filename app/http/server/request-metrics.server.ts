import type { ServerResponse } from 'node:http'
import type { App } from '#app/context.server.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'
import { decoded } from '#app/primitives/text.ts'

/** Milliseconds after which a request is logged as slow. */
const SLOW_REQUEST_MS = 1_000

/** Status of a request whose client disconnected before the response began. Node reports 200. */
const CLIENT_CLOSED_REQUEST = 499

/** Property that links a response to its visit. */
const VISIT = Symbol('visit')
type MeasuredResponse = ServerResponse & { [VISIT]?: Visit }

/** Counts requests, and logs failed and slow requests without the query, which can contain a token. */
export function createRequestMetrics({ log, metrics, shutdownSignal }: App): (visit: Visit) => void {
  const isTold = log.isLevelEnabled('debug')
  const open = new Set<ServerResponse>()
  metrics.look(() => metrics.inFlight.set(open.size))
  // Keep-alive connections would delay the shutdown.
  shutdownSignal.addEventListener('abort', () => {
    for (const response of open) response.shouldKeepAlive = false
  })

  // Uses one shared listener, because a closure per response is measurable at high request rates.
  function closed(this: MeasuredResponse) {
    const { request, facts, path, started } = this[VISIT]!
    const took = performance.now() - started
    open.delete(this)
    if (shutdownSignal.aborted) request.socket.end()
    const { method = '' } = request
    const status = this.headersSent ? this.statusCode : CLIENT_CLOSED_REQUEST
    metrics.request(method, facts.route ?? '(page)', status, took / 1000)
    if (!isTold && status < 500 && took < SLOW_REQUEST_MS) return
    const isStream = this.getHeader('content-type') === 'text/event-stream'
    const line = {
      request_id: facts.requestId,
      method,
      // Percent-encoding cannot hide a token from redaction.
      path: redactSecrets(decoded(path)),
      route: facts.route ?? '(page)',
      status,
      ms: Math.round(took),
      ...(facts.tool ? { tool: facts.tool } : {}),
      ...(this.writableFinished ? {} : { broken_off: true }),
    }
    if (status >= 500) log.warn(line, 'a request returned an error')
    else if (took >= SLOW_REQUEST_MS && !isStream) log.info(line, 'a request was slow')
    else if (isTold) log.debug(line, 'a request')
  }

  return (visit) => {
    const response: MeasuredResponse = visit.response
    response[VISIT] = visit
    open.add(response)
    if (shutdownSignal.aborted) response.shouldKeepAlive = false
    response.on('close', closed)
  }
}
