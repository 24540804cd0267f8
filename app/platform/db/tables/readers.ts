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
