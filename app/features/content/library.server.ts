import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { makeBodies, type Shelves } from '#app/features/content/bodies.server.ts'
import { readEntries, type Problem } from '#app/features/content/files.server.ts'
import { inOrder } from '#app/features/content/order.ts'
import type { Entry, EntryType } from '#app/features/content/schema.ts'
import { makeSearcher, type Found, type SearchOptions } from '#app/features/content/search.server.ts'
import { readSkills, type Skill } from '#app/features/content/skills.server.ts'

/** The published content, read once and kept until `reload`. */
export type Library = {
  /** Another one for every other content or version of the software, the same on every instance that has the same. */
  readonly digest: string
  readonly entries: readonly Entry[]
  readonly skills: readonly Skill[]
  find(path: string): Entry | undefined
  /** The entries of a type in the order in which they are listed: see `order.ts`. */
  list(type: EntryType): readonly Entry[]
  /** The body as static HTML. Rendered at most once for each text and version. */
  html(entry: Entry): Promise<string>
  search(q: string, options: SearchOptions): Promise<{ results: Found[]; total: number }>
  /** Brings the search's index up to date, so that the first search need not wait for it. */
  prepareSearch(): Promise<void>
  /**
   * Reads the content anew and says whether it changed. Throws `WrongContent` when a file is wrong and keeps what it had.
   */
  reload(): Promise<boolean>
  close(): Promise<void>
}

/** Names every wrong content file, one `file:line: reason` a line. */
export class WrongContent extends Error {
  override name = 'WrongContent'

  constructor(problems: Problem[]) {
    super(problems.map(({ file, line, reason }) => `content/${file}:${line}: ${reason}`).join('\n'))
  }
}

type Place = {
  contentDir: string
  shelves: Shelves
  version: string
  log: Pick<Logger, 'warn'>
  /** What is published besides the files; a file at the same address takes its place. */
  made?: readonly Entry[]
}
type Shelf = {
  digest: string
  entries: readonly Entry[]
  skills: readonly Skill[]
  byPath: Map<string, Entry>
  lists: Record<EntryType, readonly Entry[]>
}

/** A library of the content folder. It holds nothing before the first `reload`, and says so when it is asked. */
export function openLibrary({ contentDir, shelves, version, log, made = [] }: Place): Library {
  const html = makeBodies(version, shelves, log)
  const searcher = makeSearcher(log)
  let shelf: Shelf | null = null
  const now = () => {
    if (!shelf) throw new Error('the content has not been read')
    return shelf
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
    find: (path) => now().byPath.get(path),
    list: (type) => now().lists[type],
    html,
    search: (q, options) => searcher.search(now().entries, q, options),
    prepareSearch: () => searcher.prepare(now().entries),
    async reload() {
      const before = shelf
      const fresh = await readShelf(contentDir, version, made, before?.entries)
      if (fresh.digest === before?.digest) return false
      shelf = fresh
      return true
    },
    close: () => searcher.close(),
  }
}

async function readShelf(
  contentDir: string,
  version: string,
  made: readonly Entry[],
  known?: readonly Entry[],
): Promise<Shelf> {
  if (!(await stat(contentDir).catch(() => null))?.isDirectory()) {
    throw new WrongContent([{ file: '', line: 0, reason: `there is no folder ${contentDir}` }])
  }
  const [{ entries: written, problems }, { skills, problems: more }] = await Promise.all([
    readEntries(contentDir, known),
    readSkills(contentDir),
  ])
  if (problems.length || more.length) throw new WrongContent([...problems, ...more])
  const taken = new Set(written.map(({ path }) => path))
  const entries = [...written, ...made.filter(({ path }) => !taken.has(path))]
  const facts = [version, entries.map(({ file, hash }) => [file, hash]), skills.map(({ digest }) => digest)]
  return {
    digest: createHash('sha256').update(JSON.stringify(facts)).digest('hex'),
    entries,
    skills,
    byPath: new Map(entries.map((entry) => [entry.path, entry])),
    lists: inOrder(entries),
  }
}
