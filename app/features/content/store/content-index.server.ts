import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { createBodyCache, type BodyFolders } from '#app/features/content/render/body-cache.server.ts'
import type { ContentKit } from '#app/features/content/render/components.server.tsx'
import type { RenderWorker } from '#app/features/content/render/render-worker.server.ts'
import { readEntries, type Problem } from '#app/features/content/store/files.server.ts'
import { createSafeRenderer, type RenderResult } from '#app/features/content/render/safe-render.server.tsx'
import type { Entry, EntryType } from '#app/features/content/schema.ts'
import {
  createSnapshot,
  withChanges,
  type PublishedChanges,
  type ContentSources,
  type ContentSnapshot,
} from '#app/features/content/store/content-snapshot.server.ts'
import {
  createSearcher,
  type SearchHit,
  type TermStatistics,
  type SearchOptions,
} from '#app/features/content/search/search.server.ts'
import { readSkills, type Skill } from '#app/features/content/store/skills.server.ts'

/** Published content in memory. */
export type ContentIndex = {
  /** Digest of the content and software version. Instances with equal content and versions have equal digests. */
  readonly digest: string
  readonly entries: readonly Entry[]
  readonly skills: readonly Skill[]
  /** Entries of all content files, including entries that the CMS overrides or hides. */
  readonly files: readonly Entry[]
  find(path: string): Entry | undefined
  /** Returns the path that an outdated path redirects to. */
  redirectOf(path: string): string | undefined
  /** Returns the entries of a type in listing order. */
  list(type: EntryType): readonly Entry[]
  /** Returns the body as static HTML, rendered once per text and version. */
  html(entry: Entry): Promise<string>
  /** Renders any text, published or not, or returns its issues. Throws `TryLater` if the renderer is busy. */
  renderSafely(body: string): Promise<RenderResult>
  search(q: string, options: SearchOptions): Promise<{ results: SearchHit[]; total: number }>
  /** Ranks entries that match any of the words, and returns statistics for each word. */
  rankByTerms(words: string[], limit: number): Promise<TermStatistics>
  /** Updates the search index, so that the first search does not have to wait. */
  prepareSearch(): Promise<void>
  /**
   * Reads changed content files and returns true if any file changed. If a file is invalid, throws `InvalidContent` and
   * keeps the current entries.
   */
  reload(): Promise<boolean>
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
}

/**
 * Opens an index of the content folder. Before the first `reload`, the index is empty and throws an error if it is
 * used.
 */
export function openContentIndex({
  contentDir,
  shelves,
  version,
  log,
  kit,
  made = [],
  drawer = inProcessRenderer(kit),
  read = readContent,
}: Place): ContentIndex {
  const bodies = createBodyCache({ version, shelves, log, kit, drawer })
  const searcher = createSearcher(log)
  const listeners: (() => void)[] = []
  let parts: ContentSources = { files: [], skills: [], made, written: new Map(), redirects: new Map() }
  let shelf: ContentSnapshot | null = null
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

  return {
    get digest() {
      return now().digest
    },
    get entries() {
      return now().entries
    },
    get skills() {
      return parts.skills
    },
    get files() {
      return parts.files
    },
    find: (path) => now().byPath.get(path),
    redirectOf: (path) => parts.redirects.get(path) ?? now().aliases.get(path),
    list: (type) => now().lists[type],
    html: bodies.html,
    renderSafely: bodies.draw,
    search: (q, options) => searcher.search(now().entries, q, options),
    rankByTerms: (words, limit) => searcher.likely(now().entries, words, limit),
    prepareSearch: () => searcher.prepare(now().entries),
    reload: async () => arrange(await read(contentDir, parts.files)),
    take: ({ written, redirects }) =>
      arrange({
        ...(written.length ? { written: withChanges(parts.written, written) } : {}),
        ...(redirects ? { redirects } : {}),
      }),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await Promise.all([searcher.close(), drawer.close()])
    },
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
): Promise<Pick<ContentSources, 'files' | 'skills'>> {
  if (!(await stat(contentDir).catch(() => null))?.isDirectory()) {
    throw new InvalidContent([{ file: '', line: 0, reason: `there is no folder ${contentDir}` }])
  }
  const [{ entries: files, problems }, { skills, problems: more }] = await Promise.all([
    readEntries(contentDir, known),
    readSkills(contentDir),
  ])
  if (problems.length || more.length) throw new InvalidContent([...problems, ...more])
  return { files, skills }
}
