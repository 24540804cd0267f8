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

/** The published content, read once and kept until it changes. */
export type ContentIndex = {
  /** Another one for every other content or version of the software, the same on every instance that has the same. */
  readonly digest: string
  readonly entries: readonly Entry[]
  readonly skills: readonly Skill[]
  /** What the files hold, shown or not: the CMS may show something else at the address, or nothing. */
  readonly files: readonly Entry[]
  find(path: string): Entry | undefined
  /** Where a path that has no entry any more leads now. */
  redirectOf(path: string): string | undefined
  /** The entries of a type in the order in which they are listed: see `order.ts`. */
  list(type: EntryType): readonly Entry[]
  /** The body as static HTML. Rendered at most once for each text and version. */
  html(entry: Entry): Promise<string>
  /** The same of any text, published or not; or what of it is refused. Throws `TryLater` when too much is drawn. */
  renderSafely(body: string): Promise<RenderResult>
  search(q: string, options: SearchOptions): Promise<{ results: SearchHit[]; total: number }>
  /** The entries that have most to do with some words, of which any may be missing, and how the words stand in the texts. */
  rankByTerms(words: string[], limit: number): Promise<TermStatistics>
  /** Brings the search's index up to date, so that the first search need not wait for it. */
  prepareSearch(): Promise<void>
  /**
   * Reads the content files and returns whether they changed. Does not parse files that equal a current entry. If a file is
   * invalid, throws `InvalidContent` and keeps the current entries.
   */
  reload(): Promise<boolean>
  /** Takes what the database publishes, and says whether that made a difference. */
  take(changes: PublishedChanges): boolean
  /** Calls the listener after each change. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** Names every wrong content file, one `file:line: reason` a line. */
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
  /** What is published besides the files; a file at the same address takes its place. */
  made?: readonly Entry[]
  drawer?: RenderWorker
  read?: typeof readContent
}

/** A library of the content folder. It holds nothing before the first `reload`, and says so when it is asked. */
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
    redirectOf: (path) => parts.redirects.get(path),
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

/** For what draws no texts of others: a command, the build. */
const inProcessRenderer = (kit: ContentKit): RenderWorker => ({
  render: (body) => createSafeRenderer(kit)(body),
  close: async () => {},
})

/** Reads the content files, without parsing those that equal an entry of `known`. Throws `InvalidContent`. */
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
