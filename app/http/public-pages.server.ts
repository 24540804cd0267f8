import { markdownPath, pageOfTwin } from '#app/features/content/paths.ts'
import type { RequestHandler } from '@remix-run/node'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App, Pages, RequestFacts } from '#app/context.server.ts'
import type { TryLater } from '#app/errors.ts'
import { errorBody, Refusal } from '#app/errors.ts'

import { etagOf, inCoding } from '#app/http/body.server.ts'
import { limitHeaders, tooMany } from '#app/http/limit.server.ts'
import {
  chooseCoding,
  chooseRepresentation,
  matchesEtag,
  type Coding,
  type Representation,
} from '#app/http/negotiate.ts'
import type { Form, PageCache, PublicPage } from '#app/http/page-cache.server.ts'
import { renderPage } from '#app/http/render-page.server.ts'
import { limitAddress } from '#app/http/request-facts.server.ts'
import { headersOf } from '#app/http/security-headers.server.ts'

type Parts = {
  app: App
  cache: PageCache | null
  handler: RequestHandler
  /** True for a page whose bytes depend on the query, which is not kept. */
  dependsOnQuery: (path: string) => boolean
}
/** One request for a page, as Node hands it over. */
export type Visit = {
  request: IncomingMessage
  response: ServerResponse
  facts: RequestFacts
  path: string
  search: string
}

/** Serves public pages: HTML or Markdown by `Accept` or by address, from memory once they have been rendered. */
export function publicPages({ app, cache, handler, dependsOnQuery }: Parts) {
  const pages: Pages = {
    async markdown(path) {
      const page = cache?.get(path) ?? (await render(path, '', ourselves()))
      if (page instanceof Response || page.status !== 200) return null
      if (cache) cache.set(page)
      return page.bodies.markdown.identity.toString()
    },
  }
  const render = (path: string, search: string, facts: RequestFacts) =>
    renderPage({ app, facts, pages }, handler, { path, search })

  return {
    ...pages,
    /** True when the path has been rendered before and is answered from memory. */
    knows: (path: string) => cache?.get(pageOfTwin(path) ?? path) !== undefined,

    async answer(visit: Visit): Promise<void> {
      const { request, response, facts } = visit
      const allowance = await app.limiter.consume('pages', limitAddress(facts.address))
      if (allowance?.refused) return sendRefusal(response, tooMany(allowance), facts)
      const more = allowance ? { ...headersOf(facts), ...limitHeaders(allowance) } : headersOf(facts)
      const twin = pageOfTwin(visit.path)
      const path = twin ?? visit.path
      if (path !== '/' && /^\/\/|\/$/.test(path)) return sendMoved(response, path + visit.search, more)
      const representation = twin === null ? chooseRepresentation(request.headers.accept) : 'markdown'
      if (!representation) return sendNotAcceptable(response, path, facts)
      const search = dependsOnQuery(path) ? visit.search : ''
      const page = cache?.get(path) ?? (await render(path, search, facts))
      if (page instanceof Response) return sendResponse(response, page, more)
      if (cache && page.status === 200 && !search) cache.set(page)
      return send(request, response, { page, representation, twin: twin !== null, more })
    },
  }
}

/** The facts of a request that nobody sent: the service reads a page of its own. */
const ourselves = (): RequestFacts => ({ requestId: randomUUID(), address: '', secure: false, nonce: '' })

type Sent = { page: PublicPage; representation: Representation; twin: boolean; more: Record<string, string> }

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { page, representation, twin, more }: Sent,
) {
  const coding = chooseCoding(request.headers['accept-encoding'])
  const form = await formOf(page, representation, coding, twin)
  const unchanged = page.status === 200 && matchesEtag(request.headers['if-none-match'], form.etag)
  if (unchanged) return void response.writeHead(304, form.unchanged.concat(pairs(more))).end()
  response.writeHead(page.status, form.whole.concat(pairs(more)))
  response.end(request.method === 'HEAD' ? undefined : form.bytes)
}

/** A page as it goes out in one representation and coding, its headers laid out for the wire: made at the first call. */
async function formOf(
  page: PublicPage,
  representation: Representation,
  coding: Coding,
  twin: boolean,
): Promise<Form> {
  const key = `${representation} ${coding} ${twin}`
  const known = page.forms.get(key)
  if (known) return known
  const body = page.bodies[representation]
  const bytes = await inCoding(body, coding)
  const etag = etagOf(body, coding)
  const { 'Content-Type': type = '', ...headers } = { ...page.headers[representation], ETag: etag }
  if (representation === 'markdown' && !twin && page.status === 200) {
    Object.assign(headers, { 'Content-Location': markdownPath(page.path) })
  }
  const unchanged = pairs(headers)
  const whole = [...unchanged, 'Content-Type', type, 'Content-Length', String(bytes.length)]
  if (coding !== 'identity') whole.push('Content-Encoding', coding)
  const form = { bytes, etag, unchanged, whole }
  page.forms.set(key, form)
  return form
}

const pairs = (headers: Record<string, string>) => Object.entries(headers).flat()

/** One address a page: no slash at the end, and one at the beginning, so that it can never name another host. */
function sendMoved(response: ServerResponse, target: string, more: Record<string, string>) {
  const [path = '', search] = target.split('?', 2)
  const Location = `/${path.replace(/^\/+|\/+$/g, '')}${search ? `?${search}` : ''}`
  response.writeHead(308, { ...more, Location, 'Cache-Control': 'public, max-age=3600' }).end()
}

/** RFC 9110 section 15.5.7: says what there is. */
function sendNotAcceptable(response: ServerResponse, path: string, facts: RequestFacts) {
  const refusal = new Refusal(
    'not_acceptable',
    `This page is text/html (${path}) or text/markdown (${markdownPath(path)}).`,
  )
  const headers = {
    ...headersOf(facts),
    'Content-Type': 'application/json',
    Vary: 'Accept, Accept-Encoding',
    'Cache-Control': 'no-store',
  }
  response.writeHead(406, headers).end(JSON.stringify(errorBody(refusal, facts.requestId)))
}

function sendRefusal(response: ServerResponse, refusal: TryLater, facts: RequestFacts) {
  const headers = {
    ...headersOf(facts),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...refusal.headers,
  }
  response.writeHead(refusal.status, headers).end(JSON.stringify(errorBody(refusal, facts.requestId)))
}

async function sendResponse(response: ServerResponse, answer: Response, more: Record<string, string>) {
  response.writeHead(answer.status, { ...more, ...Object.fromEntries(answer.headers) })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
