import { createHash } from 'node:crypto'
import { type Entry, type EntryType, sections } from '#app/features/content/schema.ts'
import { aliasPath } from '#app/features/content/slugs.ts'
import { mergeRedirects } from '#app/features/content/store/redirect-file.server.ts'
import { noSiteFile, type SiteFile } from '#app/features/content/store/site-file.server.ts'
import {
  homeOf,
  isManual,
  nothingStored,
  resolveSite,
  type StoredSite,
} from '#app/features/content/store/site-content.ts'
import { builtInSkills, type Skill } from '#app/features/content/store/skills.server.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import type { Site, SiteSettings } from '#app/site/identity.ts'

const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1)
const sectionOf = ({ section }: Entry) => (section ? sections.indexOf(section) : sections.length)

/** Compares posts by date, newest first. ISO 8601 dates sort correctly as text. */
const newestFirst = ({ published: a = '' }: Entry, { published: b = '' }: Entry) =>
  a === b ? 0 : a < b ? 1 : -1

/** Sort orders: documents in reading order, posts newest first, pages by path. */
const orders: Record<EntryType, (a: Entry, b: Entry) => number> = {
  page: byPath,
  doc: (a, b) =>
    sectionOf(a) - sectionOf(b) ||
    Number(a.appendix ?? false) - Number(b.appendix ?? false) ||
    (a.order ?? 0) - (b.order ?? 0) ||
    byPath(a, b),
  post: (a, b) => newestFirst(a, b) || byPath(a, b),
}

/** Groups entries by type, each in listing order. */
export function inOrder(entries: readonly Entry[]): Record<EntryType, readonly Entry[]> {
  const list = (type: EntryType) => entries.filter((entry) => entry.type === type).sort(orders[type])
  return { page: list('page'), doc: list('doc'), post: list('post') }
}

/** CMS override for a path: an entry, or null to hide the path even if a file has it. */
type CmsOverride = { path: string; entry: Entry | null }

/** Published changes by CMS id. Null unpublishes an entry. `redirects` is the complete list. */
export type PublishedChanges = {
  written: { id: string; shown: CmsOverride | null }[]
  redirects?: ReadonlyMap<string, string> | undefined
  site?: StoredSite | undefined
}

/** Sources of published content. CMS entries override files, and files override generated entries. */
export type ContentSources = {
  files: readonly Entry[]
  skills: readonly Skill[]
  made: readonly Entry[]
  written: ReadonlyMap<string, CmsOverride>
  /** Redirects in the database. */
  redirects: ReadonlyMap<string, string>
  /** Redirects of `redirects.yaml`. */
  fileRedirects: ReadonlyMap<string, string>
  /** True if the site uses the bundled content folder. */
  isBundled: boolean
  /** Site settings from the environment. */
  environment: SiteSettings
  siteFile: SiteFile
  stored: StoredSite
}

/** Sources of a site without content. */
export const noSources: ContentSources = {
  files: [],
  skills: [],
  made: [],
  written: new Map(),
  redirects: new Map(),
  fileRedirects: new Map(),
  isBundled: false,
  environment: {},
  siteFile: noSiteFile,
  stored: nothingStored,
}

/** Returns the settings of the site in effect. */
export const siteOf = ({ siteFile, ...parts }: ContentSources): Site =>
  resolveSite({ ...parts, file: siteFile.settings })

/**
 * Returns the public content from files. After the owner chooses other starter content, the bundled content is hidden.
 * Signpost’s changelog belongs to the bundled content.
 */
export function publicSources(
  parts: ContentSources,
): Pick<ContentSources, 'files' | 'fileRedirects' | 'skills' | 'made'> {
  if (isManual(parts)) return parts
  return {
    files: parts.isBundled ? [] : parts.files,
    fileRedirects: parts.isBundled ? new Map() : parts.fileRedirects,
    skills: parts.isBundled ? parts.skills.filter(({ name }) => builtInSkills.has(name)) : parts.skills,
    made: parts.made.filter(({ type }) => type === 'doc'),
  }
}

export type ContentSnapshot = {
  digest: string
  site: Site
  files: readonly Entry[]
  skills: readonly Skill[]
  entries: readonly Entry[]
  /** Public entries that people wrote. Contains the page `index` even if another entry is the home page. */
  authored: readonly Entry[]
  byPath: ReadonlyMap<string, Entry>
  /** Redirects in effect, from the database and the file. */
  redirects: ReadonlyMap<string, string>
  /** Former paths of documents, with the current paths. */
  aliases: ReadonlyMap<string, string>
  lists: Record<EntryType, readonly Entry[]>
  /** Generated documents that are reachable but not listed, because the bundled content is not the site. */
  unlisted: readonly Entry[]
}

/**
 * Merges the sources. The digest depends only on the sources and the version. `before` is the previous snapshot, which
 * speeds up sorting.
 */
export function createSnapshot(
  parts: ContentSources,
  version: string,
  before: ContentSnapshot | null = null,
): ContentSnapshot {
  const { written } = parts
  const { files, fileRedirects, skills, made } = publicSources(parts)
  const redirects = mergeRedirects(parts.redirects, fileRedirects)
  const site = siteOf(parts)
  const shown = new Map<string, Entry | null>()
  const fileOf = new Map(files.map((file) => [file.path, file]))
  for (const { path, entry } of written.values())
    shown.set(path, entry && withFileFields(entry, fileOf.get(path)))
  for (const entry of [...files, ...made]) if (!shown.has(entry.path)) shown.set(entry.path, entry)
  const byPath = new Map<string, Entry>()
  let all = 0n
  for (const [path, entry] of shown) {
    if (!entry) continue
    byPath.set(path, entry)
    all ^= digestPartOf(entry)
  }
  const authored = [...byPath.values()].filter(({ isMade }) => !isMade)
  byPath.set('/', homeOf(site, byPath, messagesOf(site)))
  const stayed = before ? before.entries.filter((entry) => byPath.get(entry.path) === entry) : []
  const known = new Set(stayed)
  const entries = [...stayed, ...[...byPath.values()].filter((entry) => !known.has(entry))]
  const aliases = withErrorReference(aliasesOf(files, byPath), byPath)
  const moved = [[...redirects].sort(), [...aliases].sort()]
  const isManualSite = isManual(parts)
  const isUnlisted = ({ type, isMade }: Entry) => type === 'doc' && isMade === true && !isManualSite
  const facts = [version, all.toString(16), skills.map(({ digest }) => digest), ...moved, site]
  const lists = inOrder(entries.filter((entry) => !isUnlisted(entry)))
  return {
    digest: createHash('sha256').update(JSON.stringify(facts)).digest('hex'),
    site,
    files,
    skills,
    entries: [...lists.page, ...lists.doc, ...lists.post],
    authored,
    byPath,
    redirects,
    aliases,
    lists,
    unlisted: inOrder([...byPath.values()].filter(isUnlisted)).doc,
  }
}

/** Adds the fields that only content files have to an entry that overrides a file. */
function withFileFields(entry: Entry, { appendix, questions }: Partial<Entry> = {}): Entry {
  return appendix || questions ? { ...entry, appendix, questions } : entry
}

/**
 * Returns the aliases of the files, including files that the CMS overrides. An entry at an alias takes precedence. A
 * hidden document has no aliases.
 */
function aliasesOf(files: readonly Entry[], shown: ReadonlyMap<string, Entry>): ReadonlyMap<string, string> {
  const pairs = files.flatMap(({ path, aliases = [] }) =>
    shown.has(path) ? aliases.map((alias): [string, string] => [aliasPath(alias), path]) : [],
  )
  return new Map(pairs.filter(([alias]) => !shown.has(alias)))
}

/** Paths of the error reference, which error responses link to, and of the generated reference. */
const ERRORS = '/docs/errors'
const REFERENCE_OVERVIEW = '/docs/api'

/** Redirects the error reference to the generated reference on sites without the manual. */
const withErrorReference = (
  aliases: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, string> =>
  shown.has(ERRORS) || !shown.has(REFERENCE_OVERVIEW)
    ? aliases
    : new Map([...aliases, [ERRORS, REFERENCE_OVERVIEW]])

/** Cached contributions of entries to the digest, which does not depend on the order of entries. */
const stamps = new WeakMap<Entry, bigint>()

function digestPartOf(entry: Entry): bigint {
  const known = stamps.get(entry)
  if (known !== undefined) return known
  const { path, file, hash } = entry
  const stamp = BigInt(
    `0x${createHash('sha256')
      .update(JSON.stringify([path, file, hash]))
      .digest('hex')}`,
  )
  stamps.set(entry, stamp)
  return stamp
}

export function withChanges(before: ReadonlyMap<string, CmsOverride>, changes: PublishedChanges['written']) {
  const written = new Map(before)
  for (const { id, shown } of changes) {
    if (shown) written.set(id, shown)
    else written.delete(id)
  }
  return written
}
