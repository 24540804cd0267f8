import type { Generated } from 'kysely'
import type { Flag, Json, Time } from '#app/platform/db/tables/columns.ts'

/** One row. A change raises `revision`, and besides what it was that changed: the files or the redirects. */
export type ContentState = {
  id: Generated<number>
  revision: Generated<number>
  files_revision: Generated<number>
  redirects_revision: Generated<number>
  changed_at: Time | null
}

/** What the CMS shows to readers. `entry` is null where an address is hidden and `path` where nothing is shown any more. */
export type PublishedEntries = {
  id: string
  path: string | null
  entry: Json<unknown> | null
  /** The revision of the content that brought it, so that an instance reads only what it has not seen. */
  revision: number
}

export type Redirects = {
  from_path: string
  to_path: string
  created_at: Time
  created_by: string | null
  created_by_id: string | null
}

export type CmsEntries = {
  id: string
  type: string
  slug: string
  title: string
  description: string
  body: string
  tags: Json<string[]>
  section: string | null
  position: number | null
  author: string | null
  /** The day that a post says it was published on. */
  dated: string | null
  status: string
  overrides_file: Flag
  author_id: string | null
  published_at: Time | null
  scheduled_at: Time | null
  /** Why what was scheduled did not come about. */
  trouble: string | null
  /** The version whose text readers have; null when they have none of it. */
  live_version: number | null
  version: number
  created_at: Time
  updated_at: Time
  updated_by: string | null
  updated_by_id: string | null
  deleted_at: Time | null
}

/** One version of an entry: what was done, and the text where that changed. */
export type CmsRevisions = {
  entry_id: string
  n: number
  act: string
  fields: Json<unknown> | null
  at: Time
  by: string | null
  by_id: string | null
}

/** What somebody has typed and not saved. */
export type CmsDrafts = {
  entry_id: string
  user_id: string
  version: number
  fields: Json<unknown>
  saved_at: Time
}

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
