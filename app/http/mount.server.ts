import type { ServerBuild } from '@remix-run/node'
import type { Context as HonoContext, Hono } from 'hono'
import type { LoadContext } from '#app/context.server.ts'
import { Refusal } from '#app/errors.ts'
import { refuse } from '#app/http/refuse.server.ts'

type Routes = ServerBuild['routes']
type Served = (args: { request: Request; params: object; context: LoadContext }) => unknown

/** The address of a route in Hono's notation, from the chain of its parents. */
export function patternOf(routes: Routes, id: string): string {
  const segments: string[] = []
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
    if (route.path) segments.unshift(route.path)
  }
  return `/${segments.join('/')}`
}

/** The routes that are no pages: they have a loader or an action and no component. */
export const resourceRoutes = (routes: Routes) =>
  Object.values(routes).filter(
    (route) => !route!.module.default && (route!.module.loader || route!.module.action),
  )

/** The addresses of pages: which need a session or a nonce, and which public ones depend on the query. */
export function pagePatterns(routes: Routes) {
  const pages = Object.values(routes).filter((route) => route!.module.default && route!.id !== 'root')
  const handleOf = (route: Routes[string]) =>
    route!.module.handle as { public?: boolean; cache?: boolean } | undefined
  const where = (wanted: (handle: ReturnType<typeof handleOf>) => boolean) =>
    pages.filter((route) => wanted(handleOf(route))).map((route) => patternOf(routes, route!.id))
  const hidden = where((handle) => !handle?.public)
  return {
    private: hidden.flatMap((pattern) => [pattern, `${pattern}.data`]),
    uncached: new Set(where((handle) => handle?.public === true && handle.cache === false)),
  }
}

/** Mounts each resource route on Hono itself: Remix's handler would make it fifteen times slower. */
export function mountResources<B extends LoadContext>(hono: Hono<{ Bindings: B }>, routes: Routes): void {
  for (const route of resourceRoutes(routes)) {
    const { loader, action } = route!.module as { loader?: Served; action?: Served }
    hono.all(patternOf(routes, route!.id), (c) => serve(c, isRead(c) ? (loader ?? action) : action))
  }
}

const isRead = (c: HonoContext) => c.req.raw.method === 'GET' || c.req.raw.method === 'HEAD'

async function serve<B extends LoadContext>(
  c: HonoContext<{ Bindings: B }>,
  served: Served | undefined,
): Promise<Response> {
  const context = c.env
  try {
    if (!served) {
      throw new Refusal('method_not_allowed', `${c.req.raw.method} is not served here.`, {
        headers: { Allow: 'GET, HEAD' },
      })
    }
    return (await served({ request: c.req.raw, params: c.req.param(), context })) as Response
  } catch (error) {
    return error instanceof Response ? error : refuse(error, context)
  }
}
