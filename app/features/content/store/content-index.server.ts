import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createBodyCache, type BodyFolders } from '#app/features/content/render/body-cache.server.ts'
import type { ContentKit } from '#app/features/content/render/components.server.tsx'
import type { RenderWorker } from '#app/features/content/render/render-worker.server.ts'
import { readEntries, type Problem } from '#app/features/content/store/files.server.ts'
import { createSafeRenderer, type RenderResult } from '#app/features/content/render/safe-render.server.tsx'
import type { Entry, EntryType } from '#app/features/content/schema.ts'
import {
  createSnapshot,
  inOrder,
  noSources,
  siteOf,
  withChanges,
  type PublishedChanges,
  type ContentSources,
  type ContentSnapshot,
} from '#app/features/content/store/content-snapshot.server.ts'
import {
  brokenLinks,
  exists,
  isManual,
  locksOf,
  type SiteLock,
} from '#app/features/content/store/site-content.ts'
import { readRedirectFile } from '#app/features/content/store/redirect-file.server.ts'
import { readSiteFile, SITE_FILE, type ImageReader } from '#app/features/content/store/site-file.server.ts'
import type { Site, SiteField, SiteSettings } from '#app/site/identity.ts'
import {
  createSearcher,
  type SearchHit,
  type TermStatistics,
  type SearchOptions,
} from '#app/features/content/search/search.server.ts'
import { BUNDLED_CONTENT, readAllSkills, type Skill } from '#app/features/content/store/skills.server.ts'

/** Published content in memory. */
export type ContentIndex = {
  /** Digest of the content and software version. Instances with equal content and versions have equal digests. */
  readonly digest: string
  readonly entries: readonly Entry[]
  readonly skills: readonly Skill[]
  /** Settings of the site in effect. Available without the content. */
  readonly site: Site
  /** True if the site uses the bundled content folder. */
  readonly isBundled: boolean
  /** True if Signpost’s manual is the public site. */
  readonly isManual: boolean
  /** Returns the documents of Signpost’s manual, which this build contains, in listing order. */
  manual(): Promise<readonly Entry[]>
  /** Settings that the console cannot change, with their source. */
  readonly siteLocks: Partial<Record<SiteField, SiteLock>>
  /** Images that `site.yaml` refers to, by media name. */
  readonly siteImages: ReadonlyMap<string, Buffer>
  /** Folder with the images that content files use. */
  readonly mediaDir: string
  /** Problems of content files that were not applied, one `file:line: reason` per line, or null. */
  readonly trouble: string | null
  /** Entries of all content files, including entries that the CMS overrides or hides. */
  readonly files: readonly Entry[]
  /** Public entries that people wrote, with their own slugs and paths. */
  readonly authored: readonly Entry[]
  /** Redirects in effect, from the database and `redirects.yaml`. */
  readonly redirects: ReadonlyMap<string, string>
  find(path: string): Entry | undefined
  /** Returns the path that an outdated path redirects to. */
  redirectOf(path: string): string | undefined
  /** Returns the entries of a type in listing order. */
  list(type: EntryType): readonly Entry[]
  /** Reference of the API that is reachable but not listed, because the manual is not the site. */
  readonly unlisted: readonly Entry[]
  /** Returns the body as static HTML, rendered once per text and version. */
  html(entry: Entry): Promise<string>
  /** Renders any text, published or not, or returns its issues. Throws `TryLater` if the renderer is busy. */
  renderSafely(body: string, caller: string): Promise<RenderResult>
  search(
    q: string,
    options: SearchOptions,
  ): Promise<{ results: SearchHit[]; total: number; partial: boolean }>
  /** Ranks entries that match any of the words, and returns statistics for each word. */
  rankByTerms(words: string[], limit: number): Promise<TermStatistics>
  /** Updates the search index, so that the first search does not have to wait. */
  prepareSearch(): Promise<void>
  /** Reads changed files and returns whether any changed. Invalid files throw `InvalidContent` and change nothing. */
  reload(): Promise<boolean>
  /** Reads only `site.yaml`, without its images, for commands that need no content. Ignores an invalid file. */
  reloadSite(): Promise<void>
  /** Checks whether a path has a published page, a redirect, a file or a part of the service. */
  exists(path: string): boolean
  /** Returns the links in the settings without a target, each with its path and setting. */
  brokenLinks(settings: SiteSettings | Site): { at: (string | number)[]; path: string }[]
  /** Returns the links of `site.yaml` without a target, one `file:line: reason` per line, or null. */
  checkSite(): string | null
  /** Applies published changes from the database. Returns whether anything changed. */
  take(changes: PublishedChanges): boolean
  /** Calls the listener after each change. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** Error that lists every problem in the content files, one `file:line: reason` per line. */
export class InvalidContent extends Error {
  override name = 'WrongContent'

  constructor(problems: Problem[]) {
    super(problems.map(({ file, line, reason }) => `content/${file}:${line}: ${reason}`).join('\n'))
  }
}

type Place = {
  contentDir: string
  shelves: BodyFolders
  version: string
  log: Pick<Logger, 'warn'>
  kit: ContentKit
  /** Generated entries. A file overrides a generated entry with the same path. */
  made?: readonly Entry[]
  drawer?: RenderWorker
  read?: typeof readContent
  /** True if the site uses the bundled content folder. */
  isBundled?: boolean
  environment?: SiteSettings
  readImage?: ImageReader
}

/** Opens an index of the content folder. Using the index before the first `reload` throws an error. */
export function openContentIndex({
  contentDir,
  shelves,
  version,
  log,
  kit,
  made = [],
  drawer = inProcessRenderer(kit),
  read = readContent,
  isBundled = false,
  environment = {},
  readImage = refuseImages,
}: Place): ContentIndex {
  const bodies = createBodyCache({ version, shelves, log, kit, drawer })
  const searcher = createSearcher(log)
  const listeners: (() => void)[] = []
  let parts: ContentSources = { ...noSources, made, isBundled, environment }
  let shelf: ContentSnapshot | null = null
  let trouble: string | null = null
  let manual: Promise<readonly Entry[]> | undefined

  /** Reads the documents of the bundled folder, which are already in memory if the folder is the content folder. */
  async function readManual() {
    const { entries } = isBundled ? { entries: parts.files } : await readEntries(BUNDLED_CONTENT, [], ['doc'])
    return inOrder([...entries, ...made]).doc
  }

  const now = () => {
    if (!shelf) throw new Error('the content has not been read')
    return shelf
  }
  const arrange = (change: Partial<ContentSources>) => {
    parts = { ...parts, ...change }
    const fresh = createSnapshot(parts, version, shelf)
    if (fresh.digest === shelf?.digest) return false
    shelf = fresh
    for (const listener of listeners) listener()
    return true
  }
  const places = () => ({ byPath: now().byPath, redirects: now().redirects })

  /** Lists links of `site.yaml` without a target. The bundled file does not apply beside starter content. */
  const linkProblems = ({ settings, lineOf }: ContentSources['siteFile']): Problem[] =>
    (isBundled && !isManual(parts) ? [] : brokenLinks(settings, places())).map(({ at, path }) => ({
      file: SITE_FILE,
      line: lineOf(at),
      reason: `${at.join('.')}: there is no page at ${path}`,
    }))

  /** Reads the files. If they are invalid, the previous content stays and `trouble` lists the problems. */
  async function reload(): Promise<boolean> {
    const before = parts
    try {
      const isChanged = arrange(await read(contentDir, parts.files, readImage))
      const problems = before.files === noSources.files ? [] : linkProblems(parts.siteFile)
      if (problems.length) {
        arrange(before)
        throw new InvalidContent(problems)
      }
      trouble = null
      return isChanged
    } catch (error) {
      if (error instanceof InvalidContent) trouble = error.message
      throw error
    }
  }

  return {
    get digest() {
      return now().digest
    },
    get entries() {
      return now().entries
    },
    get skills() {
      return now().skills
    },
    get files() {
      return now().files
    },
    get site() {
      return shelf?.site ?? siteOf(parts)
    },
    isBundled,
    mediaDir: join(contentDir, 'media'),
    get isManual() {
      return isManual(parts)
    },
    manual: () => (manual ??= readManual()),
    get siteLocks() {
      return locksOf({ ...parts, file: parts.siteFile.settings })
    },
    get siteImages() {
      return parts.siteFile.images
    },
    get trouble() {
      return trouble
    },
    get authored() {
      return now().authored
    },
    get redirects() {
      return now().redirects
    },
    find: (path) => now().byPath.get(path),
    redirectOf: (path) => now().redirects.get(path) ?? now().aliases.get(path),
    list: (type) => now().lists[type],
    get unlisted() {
      return now().unlisted
    },
    html: bodies.html,
    renderSafely: bodies.draw,
    search: (q, options) => searcher.search(now().entries, q, options),
    rankByTerms: (words, limit) => searcher.likely(now().entries, words, limit),
    prepareSearch: () => searcher.prepare(now().entries),
    reload,
    async reloadSite() {
      const { siteFile } = await readSiteFile(contentDir, refuseImages)
      parts = { ...parts, siteFile }
    },
    exists: (path) => exists(path, places()) || now().aliases.has(path),
    brokenLinks: (settings) => brokenLinks(settings, places()),
    checkSite() {
      const problems = linkProblems(parts.siteFile)
      if (problems.length) trouble = new InvalidContent(problems).message
      return problems.length ? trouble : null
    },
    take({ written, redirects, site }) {
      const change = {
        ...(written.length ? { written: withChanges(parts.written, written) } : {}),
        ...(redirects ? { redirects } : {}),
        ...(site ? { stored: site } : {}),
      }
      if (shelf || written.length || redirects) return arrange(change)
      parts = { ...parts, ...change }
      return true
    },
    onChange: (listener) => void listeners.push(listener),
    close: async () => void (await Promise.all([searcher.close(), drawer.close()])),
  }
}

/** Creates an in-process renderer for commands and the build, which render only trusted content. */
const inProcessRenderer = (kit: ContentKit): RenderWorker => ({
  render: (body) => createSafeRenderer(kit)(body),
  close: async () => {},
})

/** Reads the content files. Files that equal an entry in `known` are not parsed. Throws `InvalidContent`. */
export async function readContent(
  contentDir: string,
  known: readonly Entry[],
  readImage: ImageReader = refuseImages,
): Promise<Pick<ContentSources, 'files' | 'fileRedirects' | 'skills' | 'siteFile'>> {
  if (!(await stat(contentDir).catch(() => null))?.isDirectory()) {
    throw new InvalidContent([{ file: '', line: 0, reason: `there is no folder ${contentDir}` }])
  }
  const [{ entries: files, problems }, { skills, problems: more }, { siteFile, problems: others }] =
    await Promise.all([
      readEntries(contentDir, known),
      readAllSkills(contentDir),
      readSiteFile(contentDir, readImage),
    ])
  const paths = new Set(files.map(({ path }) => path))
  const redirects = await readRedirectFile(contentDir, paths)
  const all = [...others, ...problems, ...redirects.problems, ...more]
  if (all.length) throw new InvalidContent(all)
  return { files, fileRedirects: redirects.redirects, skills, siteFile }
}

const refuseImages: ImageReader = async () => {
  throw new Error('images cannot be read here')
}
