import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { buildContent as build } from '#app/features/content/store/build.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { referencePages } from '#app/openapi/reference/reference.server.ts'
import type { PageHandle } from '#app/http/protocol/routing.server.ts'
import { NonceContext } from '#app/ui/layout/nonce.ts'

export { runCli } from '#app/cli/main.server.ts'
export { serve } from '#app/http/server/serve.server.ts'

/** Renders the content files and the API reference into the folder of the build. */
export const buildContent = (place: { contentDir: string; folder: string; version: string }) =>
  build({ ...place, kit: referenceKit, made: referencePages() })

/**
 * Renders the whole document before anything is sent: pages are cached or small, and a status cannot change after it
 * went out. The streaming renderer is the one that writes a page's data for the browser; it is waited for to the end.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { facts }: AppLoadContext,
) {
  const html = await new Promise<string>((resolve, reject) => {
    const rendering = renderToPipeableStream(
      <NonceContext.Provider value={facts.nonce}>
        <RemixServer context={remix} url={request.url} nonce={facts.nonce} />
      </NonceContext.Provider>,
      {
        nonce: facts.nonce,
        onAllReady: () => void text(rendering.pipe(new PassThrough())).then(resolve, reject),
        onError: reject,
      },
    )
  })
  const handle = remix.staticHandlerContext.matches.at(-1)?.route.handle as PageHandle | undefined
  facts.isPublic = handle?.public === true
  // What a refused form says of when to try again, its page says.
  for (const sent of Object.values(remix.staticHandlerContext.actionHeaders))
    sent.forEach((value, name) => headers.set(name, value))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

/** Neither an aborted request nor one that we refuse is a fault of ours; the rest is logged with the request's id. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.app.log.error({ err: error, request_id: context.facts.requestId }, 'a page failed')
}
