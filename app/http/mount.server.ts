import type { ServerBuild } from '@remix-run/node'
import type { Context as HonoContext, Hono } from 'hono'
import type { Permission } from '#app/access.ts'
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

/**
 * What a page says of itself: `public` pages are the same for everybody; `query` names the parameters that one depends
 * on, and `cache: false` says that with them it is not worth keeping. `needs` is what a private page asks of who sees it, and `framed` that it
 * is shown inside another page of ours.
 */
export type PageHandle = {
  public?: boolean
  query?: string[]
  cache?: boolean
  needs?: Permission
  framed?: boolean
}

/** The routes that are pages, with what each says of itself. */
export const pageRoutes = (routes: Routes) =>
  Object.values(routes)
    .filter((route) => route!.module.default && route!.id !== 'root')
    .map((route) => ({ id: route!.id, handle: (route!.module.handle ?? {}) as PageHandle }))

/** The addresses of the pages that need a session or a nonce, and those of their data; and which of them are framed. */
export const privatePatterns = (routes: Routes) =>
  pageRoutes(routes)
    .filter(({ handle }) => !handle.public)
    .map(({ id, handle }) => ({ pattern: patternOf(routes, id), isFramed: handle.framed === true }))
    .flatMap(({ pattern, isFramed }) =>
      [pattern, `${pattern}.data`].map((one) => ({ pattern: one, isFramed })),
    )

/** Mounts each resource route on Hono itself: Remix's handler would make it fifteen times slower. */
export function mountResources<B extends LoadContext>(hono: Hono<{ Bindings: B }>, routes: Routes): void {
  const mounted = resourceRoutes(routes).map((route) => ({
    ...route!,
    pattern: patternOf(routes, route!.id),
  }))
  // Hono takes the first that fits, so that what is said word for word comes before what stands for anything.
  for (const { module, pattern } of mounted.sort((one, other) => byWords(one.pattern, other.pattern))) {
    const { loader, action } = module as { loader?: Served; action?: Served }
    hono.all(pattern, (c) => {
      c.env.facts.route = pattern
      return serve(c, isRead(c) ? (loader ?? action) : action)
    })
  }
}

const byWords = (one: string, other: string) => (lastAnything(one) < lastAnything(other) ? -1 : 1)

/** A pattern in which whatever stands for anything is greater than every word. */
const lastAnything = (pattern: string) => pattern.replace(/[:*]/g, '\uffff')

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
