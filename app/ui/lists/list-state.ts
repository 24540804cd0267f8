/** State of a list in the console, from its URL. */
export type ListState = {
  /** URL of the unfiltered list. */
  base: string
  filters: Partial<Record<string, string>>
  /** Sorted column and direction. Undefined for the default order. */
  sort?: string | undefined
  order?: SortOrder | undefined
}

export type SortOrder = 'asc' | 'desc'

/** Returns the URL of a list's first page with changed filters or order. Undefined removes a parameter. */
export function listUrl(
  { base, filters, sort, order }: ListState,
  changes: Record<string, string | undefined> = {},
): string {
  const given = Object.entries({ ...filters, sort, order, ...changes }).filter(
    (pair): pair is [string, string] => Boolean(pair[1]),
  )
  return given.length > 0 ? `${base}?${new URLSearchParams(given)}` : base
}

/** Checks whether filters hide part of a list. */
export const isFiltered = ({ filters }: ListState) => Object.values(filters).some(Boolean)
