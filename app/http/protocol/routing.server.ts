import type { ServerBuild } from '@remix-run/node'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Permission } from '#app/access.ts'
import type { LoadContext } from '#app/context.server.ts'
import type { ContentIndex } from '#app/features/content/store/content-index.server.ts'
import { normalizePath } from '#app/http/protocol/normalize-path.ts'

type Routes = ServerBuild['routes']
type RouteArgs = (args: { request: Request; params: object; context: LoadContext }) => unknown

/**
 * Metadata of a page. `public` pages are the same for all visitors. `query` names the parameters, and `cache: false`
 * skips the cache. `needs` is a permission, and `framed` allows same-site frames.
 */
export type PageHandle = {
  public?: boolean
  query?: string[]
  cache?: boolean
  needs?: Permission
  framed?: boolean
  /** Title of a private page, unless it depends on data. */
  title?: string
}

export type PublicMatch = {
  kind: 'public'
  pattern: string
  /** Path of the page, without `.md`. */
  path: string
  isTwin: boolean
  handle: PageHandle
}
export type ResourceMatch = {
  kind: 'resource'
  pattern: string
  params: Record<string, string>
  loader?: RouteArgs
  action?: RouteArgs
}
type PrivateMatch = { kind: 'private'; pattern: string; isFramed: boolean }

/**
 * Match of a path. `moved` is an alternative spelling of the public page at `path`. `missing` has no route, and returns a
 * 404, in JSON if `isJson` is set.
 */
export type RouteMatch =
  | PublicMatch
  | ResourceMatch
  | PrivateMatch
  | { kind: 'moved'; path: string }
  | { kind: 'missing'; isJson: boolean; isTwin: boolean }

type Route = { pattern: string; segments: string[]; module: NonNullable<Routes[string]>['module'] }
type Suffix = '' | '.md' | '.data'

/**
 * Matches paths where MCP clients look for OAuth, which Signpost does not have. Some clients drop their API key unless
 * these paths return a 404 in JSON.
 */
const OAUTH_PROBE =
  /^(?:\/mcp)?\/\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)(?:\/|$)|^\/(?:register|authorize|token)$/

/** Builds the URL pattern of a route from its chain of parents, such as `/blog/tags/:tag`. */
export function patternOf(routes: Routes, id: string): string {
  const segments: string[] = []
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
    if (route.path) segments.unshift(route.path)
  }
  return `/${segments.join('/')}`
}

/** Lists the routes that are not pages: they have a loader or an action and no component. */
export const resourceRoutes = (routes: Routes) =>
  Object.values(routes).filter(
    (route) => !route!.module.default && (route!.module.loader || route!.module.action),
  )

/** Lists the routes that are pages, with the handle of each. */
export const pageRoutes = (routes: Routes) =>
  Object.values(routes)
    .filter((route) => route!.module.default && route!.id !== 'root')
    .map((route) => ({ id: route!.id, handle: (route!.module.handle ?? {}) as PageHandle }))

/** Creates the function that matches a path to a route. Remix only receives canonical paths. */
export function createRouteMatcher(routes: Routes, library: Pick<ContentIndex, 'find' | 'redirectOf'>) {
  const router = new SmartRouter<Route>({ routers: [new RegExpRouter(), new TrieRouter()] })
  const ids = [...resourceRoutes(routes), ...pageRoutes(routes)].map((route) => route!.id)
  const table = ids.map((id): Route => {
    const pattern = patternOf(routes, id)
    return { pattern, segments: pattern.split('/'), module: routes[id]!.module }
  })
  // The router returns matches in registration order, so routes with static segments are registered before parameters.
  for (const route of table.sort((one, other) => (sortKey(one.pattern) < sortKey(other.pattern) ? -1 : 1)))
    router.add('GET', route.pattern.replace(/[^/:]+|:\w+/g, lowerStatic), route)
  const match = (path: string): Route | undefined => {
    const [found] = router.match('GET', path)[0] as unknown as [[Route, unknown]?]
    return found?.[0]
  }

  return function locate(path: string): RouteMatch {
    const spelled = normalizePath(path)
    const lower = (spelled ?? path).toLowerCase()
    const isApi = /^\/api(\/|$)/.test(lower)
    const missing: RouteMatch = {
      kind: 'missing',
      isJson: isApi || OAUTH_PROBE.test(lower),
      isTwin: lower.endsWith('.md'),
    }
    if (spelled === null) return missing
    const resource = match(lower)
    if (resource && !resource.module.default) {
      const isExact = spellingOf(resource, spelled) === path
      return isExact ? matchResource(resource, spelled) : missing
    }
    const [base, suffix] = split(spelled)
    // Remix would read `/login.data.md` as the data of `/login`.
    if (isApi || (suffix && /\.(md|data)$/i.test(base))) return missing
    const route = match(base.toLowerCase())
    if (!route?.module.default) return missing
    const handle = (route.module.handle ?? {}) as PageHandle
    const { pattern } = route
    if (!handle.public || suffix === '.data') {
      const isExact =
        suffix !== '.md' && spellingOf(route, base) === base && spelled === path && path.endsWith(suffix)
      return isExact ? { kind: 'private', pattern, isFramed: handle.framed === true } : missing
    }
    const isTwin = suffix === '.md'
    const page = lowerPath(base)
    const canonical = isTwin ? (page === '/' ? '/index.md' : page + suffix) : page
    const place = { kind: 'public', pattern, isTwin, handle } as const
    if (library.redirectOf(base) && !library.find(page)) return { ...place, path: base }
    const isThere = pattern !== '/*' || library.find(page) || library.redirectOf(page)
    if (!isThere) return missing
    return canonical === path ? { ...place, path: page } : { kind: 'moved', path: canonical }
  }
}

/** Sorts static segments before parameters, and parameters before wildcards. */
const sortKey = (pattern: string) => pattern.replace(/:\w+/g, '\ufffe').replace('*', '\uffff')

/** Converts a path to lowercase but keeps percent-encoded octets in uppercase, as RFC 3986 recommends. */
const lowerPath = (path: string) => path.toLowerCase().replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase())

const lowerStatic = (segment: string) => (segment.startsWith(':') ? segment : segment.toLowerCase())

/** Splits a normalized path into the path of the page and the suffix that selects a format. */
function split(path: string): [base: string, suffix: Suffix] {
  if (/^\/(index\.md|_root\.data)$/i.test(path))
    return ['/', path.toLowerCase().endsWith('.md') ? '.md' : '.data']
  const [suffix] = /\.(md|data)$/i.exec(path) ?? []
  if (!suffix || path.at(-suffix.length - 1) === '/') return [path, '']
  return [path.slice(0, -suffix.length), suffix.toLowerCase() as Suffix]
}

/** Returns the canonical spelling of a path: static segments as in the route, parameters unchanged. */
function spellingOf({ segments }: Route, path: string) {
  const given = path.split('/')
  return given
    .map((segment, index) => {
      const own = segments[index] ?? '*'
      return own.startsWith(':') || own === '*' ? segment : own
    })
    .join('/')
}

function matchResource({ pattern, segments, module }: Route, path: string): RouteMatch {
  const given = path.split('/')
  const params = segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(given[index] ?? '')]] : [],
  )
  const { loader, action } = module as { loader?: RouteArgs; action?: RouteArgs }
  return {
    kind: 'resource',
    pattern,
    params: Object.fromEntries(params) as Record<string, string>,
    ...(loader ? { loader } : {}),
    ...(action ? { action } : {}),
  }
}
