import type { LoaderFunctionArgs } from '@remix-run/node'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { keyHandlers } from '#app/http/operations/key-operations.server.ts'
import { sessionHandlers } from '#app/http/operations/session-operations.server.ts'

const handlers = [...sessionHandlers, ...keyHandlers]

const paths = [...new Set(handlers.map(([{ path }]) => path))]

/** Endpoints with the segments of their paths. Static segments come before parameters. */
const endpoints = paths
  .sort((one, other) => (one.replaceAll('{', '\uffff') < other.replaceAll('{', '\uffff') ? -1 : 1))
  .map((path) => ({
    segments: path.split('/'),
    serve: endpoint(
      Object.fromEntries(
        handlers.filter(([own]) => own.path === path).map((handler) => [handler[0].method, handler]),
      ),
    ),
  }))

/** Serves the routes that share a module: those of this folder and of the external API. The path selects the endpoint. */
export async function serveOperation(args: LoaderFunctionArgs): Promise<Response> {
  const given = new URL(args.request.url).pathname.split('/')
  const found = endpoints.find(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, index) => segment.startsWith('{') || segment === given[index]),
  )!
  const params = Object.fromEntries(
    found.segments.flatMap((segment, index) =>
      segment.startsWith('{') ? [[segment.slice(1, -1), decodeURIComponent(given[index]!)]] : [],
    ),
  )
  return found.serve({ ...args, params })
}
