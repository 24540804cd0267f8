import type { Generated } from 'kysely'
import type { Flag, Stored, Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'

/** Single row. Every change increments `revision` and the revision of its kind: files or redirects. */
export type ContentState = {
  id: Generated<number>
  revision: Generated<number>
  files_revision: Generated<number>
  redirects_revision: Generated<number>
  changed_at: Time | null
}

/** Settings of the site. There is at most one row, with the id `site`. */
export type SiteSettingsRow = {
  id: string
  settings: Json<Stored['site_settings.settings']>
  /** Chosen starter content, or null before the choice. */
  starter: Stored['site_settings.starter'] | null
  /** Steps of the setup that the owner skipped. */
  skipped: Json<string[]>
  version: number
  updated_at: Time | null
}

/**
 * Published entry of the CMS. `entry` is null for a hidden path, and `path` is null for an entry that is no longer shown.
 */
export type PublishedEntries = {
  id: string
  path: string | null
  entry: Json<Stored['published_entries.entry']> | null
  /** Content revision of the last change, so that instances read only newer rows. */
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
  /** Publication date that a post shows. */
  dated: string | null
  status: string
  overrides_file: Flag
  author_id: string | null
  published_at: Time | null
  scheduled_at: Time | null
  /** Reason that scheduled publishing failed. */
  trouble: string | null
  /** Published version, or null if the entry is not published. */
  live_version: number | null
  version: number
  created_at: Time
  updated_at: Time
  updated_by: string | null
  updated_by_id: string | null
  deleted_at: Time | null
}

/** First publication of an entry that is not announced yet. */
export type EntryAnnouncements = { entry_id: string; published_at: Time }

/** Version of an entry: the action, and the text if it changed. */
export type CmsRevisions = {
  entry_id: string
  n: number
  act: string
  fields: Json<Stored['cms_revisions.fields']> | null
  at: Time
  by: string | null
  by_id: string | null
}

/** Unsaved changes of a user. */
export type CmsDrafts = {
  entry_id: string
  user_id: string
  version: number
  fields: Json<Stored['cms_drafts.fields']>
  saved_at: Time
}

export type Media = {
  id: string
  /** Filename in the URL: the start of the hash, the size and the type. */
  file: string
  hash: string
  /** Hash of the uploaded file that the image was made from. */
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
/** Image bytes, separate from the metadata so that lists do not read them. */
export type MediaBlobs = { hash: string; bytes: Buffer }
