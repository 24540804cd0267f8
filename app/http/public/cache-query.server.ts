import type { PageHandle } from '#app/http/protocol/routing.server.ts'

/** Part of the query that a page depends on, and whether its bytes can be shared in the cache. */
export type Query = { search: string; isShared: boolean }

const none: Query = { search: '', isShared: true }

/** Keeps the parameters that the handle of a page declares, sorted. Pages with `cache: false` are not shared. */
export function cacheQuery({ query = [], cache }: PageHandle, search: string): Query {
  if (!search || !query.length) return none
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams(
    query.flatMap((name) => given.getAll(name).map((value) => [name, value] as [string, string])),
  )
  return kept.size ? { search: `?${kept}`, isShared: cache !== false } : none
}
