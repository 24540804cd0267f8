import type { Time } from '#app/platform/db/tables/columns.ts'

export type Media = {
  id: string
  /** Its name, which its address has: the beginning of its hash, its size and its type. */
  file: string
  hash: string
  /** The hash of what was uploaded, from which the image was made. */
  source: string
  name: string
  type: string
  bytes: number
  width: number
  height: number
  alt: string
  uploaded_by: string | null
  created_at: Time
}
/** What is served, apart from what is said of it, so that no list reads it. */
export type MediaBlobs = { hash: string; bytes: Buffer }
