import type { ServerBuild } from '@remix-run/node'
import { pageRoutes, patternOf } from '#app/http/mount.server.ts'

/** The part of the query that a page depends on, and whether its bytes are worth keeping for others. */
export type Query = { search: string; isShared: boolean }

const none: Query = { search: '', isShared: true }

/**
 * Makes what keeps of a query only the parameters that the page at the path declares in its `handle`, in one order, so
 * that any other parameter leads to the same bytes. A page that declares `cache: false` is not kept.
 */
export function queryReader(routes: ServerBuild['routes']) {
  const declared = pageRoutes(routes)
    .filter(({ handle }) => handle.public && handle.query)
    .map(({ id, handle }) => ({
      matches: new RegExp(`^${patternOf(routes, id).replace(/:\w+/g, '[^/]+')}$`),
      names: handle.query ?? [],
      isShared: handle.cache !== false,
    }))
  return (path: string, search: string): Query => {
    const page = search && declared.find(({ matches }) => matches.test(path))
    if (!page) return none
    const given = new URLSearchParams(search)
    const kept = new URLSearchParams(
      page.names.flatMap((name) => given.getAll(name).map((value) => [name, value])),
    )
    return kept.size ? { search: `?${kept}`, isShared: page.isShared } : none
  }
}
