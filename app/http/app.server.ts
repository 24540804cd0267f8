import { getRequestListener, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { Hono, type Context as HonoContext } from 'hono'
import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { App, LoadContext, RequestFacts } from '#app/context.server.ts'
import { Invalid, NotFound, TryLater } from '#app/errors.ts'
import { spend } from '#app/http/authenticate.server.ts'
import { limitHeaders, type Allowance } from '#app/http/limit.server.ts'
import { interactionDesk } from '#app/http/interactions.server.ts'
import { mountResources, privatePatterns } from '#app/http/mount.server.ts'
import { makePageCache } from '#app/http/page-cache.server.ts'
import { checkProvenance } from '#app/http/provenance.server.ts'
import { queryReader } from '#app/http/page-queries.server.ts'
import { publicPages, type PublicPages, type Visit } from '#app/http/public-pages.server.ts'
import { refuse } from '#app/http/refuse.server.ts'
import { factsReader } from '#app/http/request-facts.server.ts'
import { headersOf, privatePageHeaders, widgetOf } from '#app/http/security-headers.server.ts'
import { sendStatic, type StaticFiles } from '#app/http/static.server.ts'
import { watchRequests } from '#app/http/watch.server.ts'

/** What balancers and monitors ask, which is answered for as long as anything is. */
const WATCHED = new Set(['/healthz', '/readyz', '/api/health', '/metrics'])

type Bindings = LoadContext & { visit: Visit }

/** `lastVisit` says when anybody last asked for anything, on the clock of `performance.now()`. */
export type Site = { listener: RequestListener; pages: PublicPages; lastVisit: () => number }

/**
 * What a request meets, from top to bottom: its facts and the headers of every answer, pages from memory, static files,
 * interactions of Discord, the provenance check, resource routes, private pages through Remix, and at last public pages yet to be rendered.
 * While memory `isShort`, what comes after the interactions is turned away, but for what says how the process is.
 */
export function makeSite(
  app: App,
  build: ServerBuild,
  files: StaticFiles,
  isShort: () => boolean = () => false,
): Site {
  const readFacts = factsReader(app.config.trustProxy)
  const remix = createRequestHandler(build, app.config.development ? 'development' : 'production')
  const pages = publicPages({
    app,
    cache: app.config.development ? null : makePageCache(app.config.pageCacheMb),
    handler: remix,
    readQuery: queryReader(build.routes),
  })
  const desk = interactionDesk(app)
  const hono = new Hono<{ Bindings: Bindings }>()
  const visits = new WeakMap<object, Visit>()

  mountResources(hono, build.routes)
  hono.all('/api/*', () => {
    throw new NotFound('There is nothing at this address.')
  })
  const servePrivate = async (
    { req, env }: HonoContext<{ Bindings: Bindings }>,
    route: string,
    isFramed = false,
  ) => {
    env.facts.route = route
    const allowance = await spend(env, 'pages', { kind: 'anonymous' })
    return privatePage(await remix(req.raw, withNonce(env)), env, { allowance, isFramed })
  }
  for (const { pattern, isFramed } of privatePatterns(build.routes))
    hono.all(pattern, (c) => servePrivate(c, pattern, isFramed))
  hono.get('*', async (c) => {
    await pages.answer(c.env.visit)
    return RESPONSE_ALREADY_SENT
  })
  hono.all('*', (c) => servePrivate(c, '(none)'))
  hono.onError((error, c) => refuse(error, c.env))

  const answer: Parameters<typeof getRequestListener>[0] = async (request, { incoming }) => {
    const visit = visits.get(incoming)!
    const context = { app, facts: visit.facts, pages, hangUp: () => void visit.response.destroy() }
    try {
      checkProvenance(request, app.config.siteUrl)
      const response = await hono.fetch(request, { ...context, visit })
      // For HEAD, Hono makes an answer of its own from the one that says that there is none left to send.
      return visit.response.headersSent ? RESPONSE_ALREADY_SENT : withRenewed(response, visit.facts)
    } catch (error) {
      return refuse(error, context)
    }
  }
  const listen = getRequestListener(answer, { errorHandler: unreadable })

  const watch = watchRequests(app)
  let visited = -Infinity
  const listener: RequestListener = (request, response) => {
    visited = performance.now()
    const facts = readFacts(request)
    const { url = '/' } = request
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const search = mark < 0 ? '' : url.slice(mark)
    const visit = { request, response, facts, path, search, started: visited }
    watch(visit)
    const failed = async (error: unknown) => {
      const answer = refuse(error, { app, facts })
      const headers = { ...headersOf(facts), ...Object.fromEntries(answer.headers) }
      if (!response.headersSent) response.writeHead(answer.status, headers)
      response.end(await answer.text())
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && pages.answerAgain(visit, failed)) return
    if (reads && pages.knows(path)) return void pages.answer(visit).catch(failed)
    const file = reads && files.get(path)
    if (file) facts.route = '(file)'
    if (file) return void sendStatic(file, request, response, facts).catch(failed)
    if (desk.takes(visit)) {
      facts.route = path
      return void desk.answer(visit).catch(failed)
    }
    if (isShort() && !WATCHED.has(path)) {
      app.metrics.shed.inc()
      return void failed(new TryLater('unavailable', 'The service is short of memory. Try again soon.', 5))
    }
    for (const [name, value] of Object.entries(headersOf(facts))) response.setHeader(name, value)
    visits.set(request, visit)
    listen(request, response).catch(failed)
  }
  return { listener, pages, lastVisit: () => visited }
}

/** What Node took and the library does not, such as an address with a backslash or a host that is none. */
function unreadable(error: unknown): never {
  throw error instanceof RequestError ? new Invalid('The address or the host cannot be read.') : error
}

/** The nonce is made before the page is rendered and sent with it after. */
function withNonce(context: Bindings): LoadContext {
  context.facts.nonce = randomBytes(16).toString('base64')
  return context
}

/** Sends the cookie of a renewed session, unless the answer sets or clears the session itself. */
function withRenewed(response: Response, { renewed }: RequestFacts): Response {
  if (!renewed || response.headers.getSetCookie().some((cookie) => cookie.startsWith('session=')))
    return response
  const answer = new Response(response.body, response)
  answer.headers.append('Set-Cookie', renewed)
  return answer
}

type Privately = { allowance: Allowance | null; isFramed: boolean }

function privatePage(
  response: Response,
  { app, facts, visit }: Bindings,
  { allowance, isFramed }: Privately,
): Response {
  const answer = new Response(response.body, response)
  // RFC 9110 wants it said. What has no action is only read.
  if (response.status === 405) answer.headers.set('Allow', 'GET, HEAD')
  // A form that is over a limit of its own has said so.
  if (allowance && !answer.headers.has('RateLimit'))
    for (const [name, value] of Object.entries(limitHeaders(allowance))) answer.headers.set(name, value)
  const { config } = app
  const widget = widgetOf(visit.path, config)
  const own = privatePageHeaders({ nonce: facts.nonce, widget, isFramed, config })
  for (const [name, value] of Object.entries(own)) answer.headers.set(name, value)
  return answer
}
