import type { ServerResponse } from 'node:http'
import type { RequestFacts } from '#app/context.server.ts'
import { errorBody, Refusal } from '#app/errors.ts'
import { markdownPath } from '#app/features/content/paths.ts'
import { headersOf } from '#app/http/security-headers.server.ts'

/** One address a page: no slash at the end, and one at the beginning, so that it can never name another host. */
export function sendMoved(response: ServerResponse, target: string, more: Record<string, string>) {
  const [path = '', search] = target.split('?', 2)
  const Location = `/${path.replace(/^\/+|\/+$/g, '')}${search ? `?${search}` : ''}`
  response.writeHead(308, { ...more, Location, 'Cache-Control': 'public, max-age=3600' }).end()
}

/** RFC 9110 section 15.5.7: says what there is, in the sentence and as links. `address` is the page's path and query. */
export function sendNotAcceptable(response: ServerResponse, address: string, facts: RequestFacts) {
  const twin = markdownPath(address)
  const message = `This page is text/html (${address}) or text/markdown (${twin}).`
  const Link = `<${address}>; rel="alternate"; type="text/html", <${twin}>; rel="alternate"; type="text/markdown"`
  sendRefusal(response, new Refusal('not_acceptable', message), facts, {
    Link,
    Vary: 'Accept, Accept-Encoding',
  })
}

/** A refusal in the one error shape, at the address of a page. */
export function sendRefusal(
  response: ServerResponse,
  refusal: Refusal,
  facts: RequestFacts,
  more: Record<string, string> = {},
) {
  const headers = {
    ...headersOf(facts),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...more,
    ...refusal.headers,
  }
  response.writeHead(refusal.status, headers).end(JSON.stringify(errorBody(refusal, facts.requestId)))
}

/** What the framework answered itself, such as a redirect. */
export async function sendResponse(response: ServerResponse, answer: Response, more: Record<string, string>) {
  response.writeHead(answer.status, { ...more, ...Object.fromEntries(answer.headers) })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
