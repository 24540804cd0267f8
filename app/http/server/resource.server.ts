import type { LoadContext } from '#app/context.server.ts'
import { methodNotAllowed } from '#app/errors.ts'
import { errorResponse } from '#app/http/protocol/error-response.server.ts'
import type { ResourceMatch } from '#app/http/protocol/routing.server.ts'

/** Serves a route that is not a page without Remix, whose handler is about fifteen times slower. */
export async function serveResource(
  { loader, action, params }: ResourceMatch,
  request: Request,
  context: LoadContext,
): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const served = isRead ? (loader ?? action) : action
  try {
    if (!served) {
      throw methodNotAllowed(request.method)
    }
    return (await served({ request, params, context })) as Response
  } catch (error) {
    return error instanceof Response ? error : errorResponse(error, context)
  }
}
