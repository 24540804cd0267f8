import type { EntryInput } from '#app/features/cms/schema.ts'
import type { SiteFormat } from '#app/features/cms/import/schema.ts'
import type { EntryType } from '#app/features/content/schema.ts'

/** Markup of a body. `own` is content from Signpost, which remains unchanged. */
export type Markup = 'html' | 'markdown' | 'mdx' | 'own'

/** File or item that is not imported, with the reason. */
export type Skipped = { source: string; reason: string }

/** Entry of another site, before its text, links and fields are converted. */
export type SourceEntry = {
  source: string
  type: EntryType
  /** Preferred slug, which can be invalid. */
  slug: string
  title: string
  /** Written summary, or an empty string. */
  summary: string
  body: string
  markup: Markup
  tags: string[]
  author: string
  /** Date such as 2024-01-02, or null. */
  date: string | null
  /** True if the entry was public on the old site. */
  isPublic: boolean
  /** Sort key of a document, and its preferred section. */
  order: readonly (string | number)[]
  section: string
  /** Paths on the old site, the main path first. */
  oldPaths: string[]
  /** Folder in the archive that relative links start from. */
  folder: string
  /** Image above the text. */
  cover: { url: string; alt: string } | null
  /** Changes that the reader made. */
  notes: string[]
}

/** Site in the common form of all readers. */
export type SourceSite = {
  format: SiteFormat
  /** Origin of the old site without a path, or an empty string. */
  origin: string
  entries: SourceEntry[]
  /** Redirects of the old site, from old paths to old paths. */
  redirects: { from: string; to: string }[]
  /** Images of the media library by URL or file, with their description. Stored even if no entry uses them. */
  library: { url: string; alt: string }[]
  /** Folders whose files are at the root of the old site. */
  roots: string[]
  skipped: Skipped[]
}

/** Image in the archive. `hash` is the SHA-256 of its bytes. */
export type SiteImage = { file: string; hash: string; alt: string }

/** Entry that is ready to be stored. Its body refers to images with `placeholderOf`. */
export type ReadyEntry = {
  source: string
  type: EntryType
  fields: EntryInput
  isPublic: boolean
  notes: string[]
  /** Reason why the entry cannot be stored, or null. */
  problem: string | null
}

/** Site that is ready to be stored. */
export type ReadySite = {
  format: SiteFormat
  entries: ReadyEntry[]
  images: SiteImage[]
  /** Redirects from old paths to new paths. */
  redirects: { from: string; to: string }[]
  skipped: Skipped[]
}

/** Returns the placeholder URL of an image that is not stored yet. */
export const placeholderOf = (hash: string) => `/media/import/${hash}`
