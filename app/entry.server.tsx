import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { buildContent as build } from '#app/features/content/store/build.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { referencePages } from '#app/openapi/reference/reference.server.ts'
import type { PageHandle } from '#app/http/protocol/routing.server.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { englishMessages } from '#app/site/messages/messages.ts'
import { MessagesContext } from '#app/ui/layout/messages.tsx'
import { NonceContext } from '#app/ui/layout/nonce.ts'

export { runCli } from '#app/cli/main.server.ts'
export { serve } from '#app/http/server/serve.server.ts'

/** Renders the content files and the API reference into the build folder. */
export const buildContent = (place: { contentDir: string; folder: string; version: string }) =>
  build({ ...place, kit: referenceKit, made: referencePages() })

/**
 * Renders the whole document before sending it, because the status cannot change later. The page data requires the
 * streaming renderer.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { app, facts }: AppLoadContext,
) {
  const handle = remix.staticHandlerContext.matches.at(-1)?.route.handle as PageHandle | undefined
  facts.isPublic = handle?.public === true
  const messages = facts.isPublic ? messagesOf(app.contentIndex.site) : englishMessages
  const rendered = await new Promise<string>((resolve, reject) => {
    const rendering = renderToPipeableStream(
      <NonceContext.Provider value={facts.nonce}>
        <MessagesContext.Provider value={messages}>
          <RemixServer context={remix} url={request.url} nonce={facts.nonce} />
        </MessagesContext.Provider>
      </NonceContext.Provider>,
      {
        nonce: facts.nonce,
        onAllReady: () => void text(rendering.pipe(new PassThrough())).then(resolve, reject),
        onError: reject,
      },
    )
  })
  // React 18 fills the last byte of a chunk with NUL if a character of several bytes does not fit.
  const html = rendered.replaceAll('\0', '')
  // Copies the headers of a refused form, such as `Retry-After`, to the page response.
  for (const sent of Object.values(remix.staticHandlerContext.actionHeaders))
    sent.forEach((value, name) => headers.set(name, value))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

/** Logs page errors with the request id. Skips aborted requests and refusals. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.app.log.error({ err: error, request_id: context.facts.requestId }, 'a page failed')
}
