import type { Flag, Time } from '#app/platform/db/tables/columns.ts'

/** Number of reads in a period: a UTC day, or an hour such as `2026-11-21T09` for the dimension `views`. */
export type ReaderCounts = {
  dimension: string
  period: string
  /** Value of the dimension, such as the path of a page. */
  name: string
  /** Kind of reader. */
  reader: string
  count: number
}

/** Number of votes on a page in a UTC month, `YYYY-MM`. */
export type PageVotes = {
  path: string
  month: string
  reader: 'person' | 'agent'
  helpful: Flag
  count: number
}

/** Comment on a page, without the name or address of its author. */
export type PageComments = {
  id: string
  path: string
  reader: 'person' | 'agent'
  helpful: Flag
  reason: string | null
  comment: string | null
  created_at: Time
}
