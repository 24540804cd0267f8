import { getRequestListener, RequestError } from '@hono/node-server'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { App, LoadContext, RequestFacts } from '#app/context.server.ts'
import { Invalid, NotFound, TryLater, methodNotAllowed } from '#app/errors.ts'
import { containErrors } from '#app/http/protocol/contained.server.ts'
import { createInteractionHandler } from '#app/http/server/interactions.server.ts'
import {
  countRequest,
  countsItself,
  countFailedRequest,
  requestLimitHeaders,
  probePaths,
} from '#app/http/protocol/meter.server.ts'
import { sendRefusal } from '#app/http/public/page-responses.server.ts'
import { createPageCache } from '#app/http/public/page-cache.server.ts'
import { checkCsrf } from '#app/http/auth/csrf.server.ts'
import { guardActions, rejectDemoWrite } from '#app/http/auth/read-only.server.ts'
import { NOT_FOUND_PAGE, createPublicPages, type PublicPages } from '#app/http/public/public-pages.server.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { toRefusal, errorResponse } from '#app/http/protocol/error-response.server.ts'
import { createFactsReader } from '#app/http/protocol/request-info.server.ts'
import { normalizeTarget } from '#app/http/protocol/request-target.server.ts'
import { createAliasGate, redirectToSite } from '#app/http/protocol/site-aliases.server.ts'
import { serveResource } from '#app/http/server/resource.server.ts'
import { createRouteMatcher, type RouteMatch } from '#app/http/protocol/routing.server.ts'
import { headersOf, privatePageHeaders, widgetOf } from '#app/http/protocol/security-headers.server.ts'
import { sendStatic, type StaticFiles } from '#app/http/server/static.server.ts'
import { createRequestMetrics } from '#app/http/server/request-metrics.server.ts'

/** Methods in the response to `OPTIONS *` (RFC 9110 section 9.3.7). */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

type MatchedVisit = LoadContext & { visit: Visit; place: RouteMatch }

/** Handler of all requests. `lastVisit` returns the time of the last request on the clock of `performance.now()`. */
type ServerHandler = { listener: RequestListener; pages: PublicPages; lastVisit: () => number }

/**
 * Creates the handler of all requests, which tries cached pages, static files, interactions, public pages, then other
 * routes. While memory `isShort`, only health checks, cached pages, files and interactions are served.
 */
export function createServerHandler(
  app: App,
  build: ServerBuild,
  files: StaticFiles,
  isShort: () => boolean = () => false,
): ServerHandler {
  const readFacts = createFactsReader(app.config)
  const aliasGate = createAliasGate(app.config)
  const remix = createRequestHandler(
    guardActions(build),
    app.config.development ? 'development' : 'production',
  )
  const locate = createRouteMatcher(build.routes, app.contentIndex)
  const pages = createPublicPages({
    app,
    cache: app.config.development ? null : createPageCache(app.config.pageCacheMb),
    handler: remix,
  })
  const desk = createInteractionHandler(app)
  const located = new WeakMap<object, { visit: Visit; place: RouteMatch }>()

  /** Calls the matched route. GET requests of public pages are handled earlier, without a `Request`. */
  async function dispatch(request: Request, context: MatchedVisit): Promise<Response> {
    const { place, facts } = context
    if (place.kind === 'resource') {
      rejectDemoWrite(context, request)
      return serveResource(place, request, context)
    }
    if (place.kind !== 'private' && place.kind !== 'public')
      throw new NotFound('There is nothing at this URL.')
    // With `_data`, Remix calls only the loader of a named route, which our pages never request.
    if (new URL(request.url).searchParams.has('_data'))
      throw new Invalid('Pages do not accept the _data parameter. Remove the parameter from the URL.')
    facts.nonce = randomBytes(16).toString('base64')
    const isFramed = place.kind === 'private' && place.isFramed
    // `checkCsrf` has compared these. Remix compares them differently and throws.
    for (const name of ['Origin', 'X-Forwarded-Host']) request.headers.delete(name)
    return privatePage(await remix(request, context), context, isFramed)
  }

  const answer: Parameters<typeof getRequestListener>[0] = async (request, { incoming }) => {
    const { visit, place } = located.get(incoming)!
    const context = {
      app,
      facts: visit.facts,
      pages,
      visit,
      place,
      abortResponse: () => void visit.response.destroy(),
      disconnected: () => disconnectSignal(visit),
    }
    let response: Response
    try {
      checkCsrf(request, { siteUrl: app.config.siteUrl, secure: visit.facts.secure })
      response = await dispatch(request, context)
      // Operations have already counted the call, except in a database outage. Other requests, such as wrong methods,
      // are counted here.
      if (response.status !== 503) await countRequest(app, visit)
    } catch (error) {
      // Counts requests that were refused before they were counted.
      response = errorResponse(await countFailedRequest(app, visit, error), context)
    }
    for (const [name, value] of Object.entries(requestLimitHeaders(visit.facts, response.status)))
      visit.response.setHeader(name, value)
    return withRenewedCookies(response, visit.facts)
  }
  const listen = getRequestListener(answer, { errorHandler: malformedRequest })

  const watch = createRequestMetrics(app)
  let visited = -Infinity
  const serve: RequestListener = (request, response) => {
    visited = performance.now()
    const misdirected = normalizeTarget(request)
    const facts = readFacts(request)
    const { url = '/' } = request
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const search = mark < 0 ? '' : url.slice(mark)
    const visit = { request, response, facts, path, search, started: visited }
    watch(visit)
    const failed = (error: unknown) => sendFailure(error).catch(() => void response.destroy())
    const sendFailure = async (error: unknown) => {
      const refusal = toRefusal(await countFailedRequest(app, visit, error), { app, facts })
      app.metrics.refusals.inc({ code: refusal.code })
      // An aborted body must not look complete.
      if (response.headersSent) return void (response.writableEnded || response.destroy())
      sendRefusal(app, visit, refusal)
    }
    if (misdirected) return void failed(misdirected)
    const options = () =>
      response
        .writeHead(204, { ...headersOf(facts), ...requestLimitHeaders(facts, 204), Allow: METHODS })
        .end()
    if (url === '*') return void countRequest(app, visit).then(options).catch(failed)
    const former = aliasGate(visit)
    if (former) {
      facts.route = '(alias)'
      if (former !== 'redirect') return void failed(former)
      return void redirectToSite(app, visit).catch(failed)
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && pages.answerAgain(visit, failed)) return
    const file = files.get(path)
    if (file) facts.route = '(file)'
    if (file && !reads) return void failed(methodNotAllowed(request.method))
    if (file) return void sendStatic(file, request, response, facts).catch(failed)
    if (desk.takes(visit)) {
      facts.route = path
      return void desk.answer(visit).catch(failed)
    }
    const place = locate(path)
    const isPublic = reads && place.kind === 'public'
    if (isPublic && pages.knows(place.path)) return void pages.answer(visit, place).catch(failed)
    if (isShort() && !probePaths.has(path)) {
      app.metrics.shed.inc()
      return void failed(new TryLater('unavailable', 'The service is low on memory. Try again soon.', 5))
    }
    if (isPublic) return void pages.answer(visit, place).catch(failed)
    if (reads && place.kind === 'moved') return void pages.move(visit, place.path).catch(failed)
    if (reads && place.kind === 'missing' && !place.isJson && !path.includes('\\'))
      return void pages.answer(visit, { ...NOT_FOUND_PAGE, isTwin: place.isTwin }).catch(failed)
    if (!isPublic) facts.route = 'pattern' in place ? place.pattern : '(none)'
    for (const [name, value] of Object.entries(headersOf(facts))) response.setHeader(name, value)
    located.set(request, { visit, place })
    const pass = () => listen(request, response)
    // Requests outside operations are counted before any work is done. Operations count under their own limits.
    ;(countsItself(path) ? pass() : countRequest(app, visit).then(pass)).catch(failed)
  }
  return { listener: containErrors(app, serve), pages, lastVisit: () => visited }
}

/** Creates the signal of a request whose client disconnects. `Request.signal` would also copy the request. */
function disconnectSignal({ response }: Visit): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  response.once('close', () => void (response.writableFinished || gone.abort()))
  return gone.signal
}

/** Throws `Invalid` for requests that Node accepts but the library rejects, such as an invalid host. */
function malformedRequest(error: unknown): never {
  throw error instanceof RequestError
    ? new Invalid(
        'The URL or the Host header is malformed. Correct the URL or the header, then send the request again.',
      )
    : error
}

/** Adds a new device cookie, and a renewed session cookie unless the response already sets or clears the session. */
function withRenewedCookies(response: Response, { renewed, newDevice }: RequestFacts): Response {
  const own = response.headers.getSetCookie().some((cookie) => cookie.startsWith('session='))
  const cookies = [own ? undefined : renewed, newDevice].filter((cookie) => cookie !== undefined)
  if (!cookies.length) return response
  const answer = new Response(response.body, response)
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  return answer
}

function privatePage(response: Response, { app, facts, visit }: MatchedVisit, isFramed: boolean): Response {
  const answer = new Response(response.body, response)
  // RFC 9110 requires `Allow`. Pages without an action are read-only.
  if (response.status === 405) answer.headers.set('Allow', 'GET, HEAD')
  const { config } = app
  const widget = widgetOf(visit.path, config)
  const own = privatePageHeaders({ nonce: facts.nonce, widget, isFramed, config })
  for (const [name, value] of Object.entries(own)) answer.headers.set(name, value)
  return answer
}
