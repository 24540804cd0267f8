import type { z } from 'zod'
import { parse, rejectRepeated } from '#app/http/protocol/parse.ts'
import { listUrl, type ListState, type SortOrder } from '#app/ui/lists/list-state.ts'

/** Rows per page of a list in the console. */
const PAGE_SIZE = 25

/**
 * Parses the filters, the order and the page of a list from its URL and ignores empty fields. `path` is the URL without
 * the page number. Throws `Invalid`.
 */
export function listQuery<S extends z.ZodObject>(schema: S, url: string) {
  const { pathname, searchParams } = new URL(url)
  rejectRepeated(searchParams, [...Object.keys(schema.shape), 'page'])
  const given = Object.fromEntries([...searchParams].filter(([, value]) => value.trim()))
  const { page = '1', ...rest } = given
  const number = /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
  const query = parse(schema, {
    ...rest,
    limit: String(PAGE_SIZE),
    offset: String((number - 1) * PAGE_SIZE),
  })
  const kept = Object.fromEntries(
    Object.keys(schema.shape).flatMap((key) => (rest[key] ? [[key, rest[key]]] : [])),
  )
  const { sort, order, before, ...filters } = kept as Record<string, string>
  const base = pathname.replace(/\.data$/, '')
  const list: ListState = { base, filters, sort, order: order as SortOrder | undefined }
  return {
    query,
    list,
    /** Id of the row before which an uncounted list starts. */
    before,
    number,
    path: listUrl(list),
    pages: (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE)),
  }
}
