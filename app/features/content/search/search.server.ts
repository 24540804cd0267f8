import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { TryLater } from '#app/errors.ts'
import type { Entry, EntryType } from '#app/features/content/schema.ts'

/** Matching entry with about 160 characters of plain text around the first match. */
export type SearchHit = { path: string; excerpt: string; score: number }
export type SearchOptions = { type?: EntryType | undefined; limit: number }
/** `partial` is true if the results match only some of the words. */
type Answer = { results: SearchHit[]; total: number; partial: boolean }
/**
 * Ranked entries, with statistics for each word: the number of matching entries (out of `of`), and the forms of the
 * word in the texts.
 */
export type TermStatistics = {
  paths: [path: string, score: number][]
  words: { word: string; entries: number; forms: string[] }[]
  of: number
}
/** Message from the search thread. */
type Told = { ask: number; answer: Answer | TermStatistics } | { skipped: string; reason: string }
type Asked = { resolve(answer: Answer | TermStatistics): void; reject(reason: unknown): void }

/** Maximum number of entries sent to the search thread at a time, because copying entries blocks this thread. */
const AT_ONCE = 100
/** Timeout of a search in seconds. Only the first searches on a large site wait for the index. */
const ANSWER_TIMEOUT_SECONDS = 15

/**
 * Megabytes for short-lived objects of a search. A lower value makes searches a quarter slower, because objects are
 * copied. A higher value has no benefit.
 */
const YOUNG_GENERATION_MB = 24

/**
 * Returns the memory limit of the thread in megabytes, which keeps the heap close to actual use. Measured indexes are
 * six times the size of their texts.
 */
function memoryLimitFor(entries: readonly Entry[]) {
  const text = entries.reduce((sum, { body }) => sum + body.length, 0)
  return 128 + Math.ceil((text * 20) / 1e6)
}

type Searcher = {
  /** Updates the index: sends new and changed entries, and removes deleted entries. */
  prepare(entries: readonly Entry[]): Promise<void>
  /**
   * Searches entries. All words must match, in full or as a prefix. If there are no results, the search tolerates
   * typos, then accepts any of the words. Throws `TryLater` on a timeout.
   */
  search(entries: readonly Entry[], q: string, options: SearchOptions): Promise<Answer>
  /** Ranks entries that match any of the words. Throws `TryLater` like `search`. */
  likely(entries: readonly Entry[], words: string[], limit: number): Promise<TermStatistics>
  close(): Promise<void>
}

/** Creates a full-text index on a separate thread that starts on first use and does not keep the process alive. */
export function createSearcher(log: Pick<Logger, 'warn'>): Searcher {
  let worker: Worker | null = null
  /** Entries in the thread's index, by path and key. `of` is the list that the index was built from. */
  let index = {
    of: null as readonly Entry[] | null,
    keys: new Map<string, string>(),
    made: Promise.resolve(),
  }
  let last = 0
  const asked = new Map<number, Asked>()

  function start(entries: readonly Entry[]) {
    const thread = new Worker(resolve('app/features/content/search/search-worker.js'), {
      resourceLimits: {
        maxOldGenerationSizeMb: memoryLimitFor(entries),
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    })
    thread.unref()
    thread.on('message', (message: Told) => {
      if ('answer' in message) return asked.get(message.ask)?.resolve(message.answer)
      const { skipped: path, reason } = message
      log.warn({ path, reason }, 'an entry was excluded from the search')
    })
    // If the thread ends, the index is lost. The next use starts a new thread.
    const lost = () => {
      if (worker !== thread) return
      worker = null
      index = { of: null, keys: new Map(), made: Promise.resolve() }
      for (const { reject } of asked.values())
        reject(new TryLater('unavailable', 'The search is restarting. Try again soon.', 5))
    }
    return thread
      .once('error', (error) => log.warn({ err: error }, 'the search thread exited'))
      .once('exit', lost)
  }

  function prepare(entries: readonly Entry[]) {
    const thread = (worker ??= start(entries))
    if (index.of === entries) return index.made
    const { keys: before, made: earlier } = index
    const keys = new Map(entries.map((entry) => [entry.path, keyOf(entry)]))
    const remove = [...before.keys()].filter((path) => before.get(path) !== keys.get(path))
    const add = entries.filter(({ path }) => before.get(path) !== keys.get(path))
    index = { of: entries, keys, made: earlier.then(() => send(thread, remove, add)) }
    return index.made
  }

  async function ask(entries: readonly Entry[], query: object) {
    await prepare(entries)
    const ask = ++last
    return new Promise<Answer | TermStatistics>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          asked.get(ask)?.reject(new TryLater('unavailable', 'The search is starting. Try again soon.', 5)),
        ANSWER_TIMEOUT_SECONDS * 1000,
      ).unref()
      const settle = <T>(done: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          asked.delete(ask)
          done(value)
        }
      }
      asked.set(ask, { resolve: settle(resolve), reject: settle(reject) })
      worker?.postMessage({ ask, query })
    })
  }

  return {
    prepare,
    search: (entries, q, { type, limit }) => ask(entries, { q, type, limit }) as Promise<Answer>,
    likely: (entries, words, limit) => ask(entries, { words, limit }) as Promise<TermStatistics>,
    async close() {
      await worker?.terminate()
    },
  }
}

/** Identifies the indexed version of an entry. Questions are added, because they can come from another source than the text. */
const keyOf = ({ hash, questions = '' }: Entry) => hash + questions

async function send(thread: Worker, remove: string[], add: Entry[]) {
  if (remove.length) thread.postMessage({ change: { remove, add: [] } })
  for (let from = 0; from < add.length; from += AT_ONCE) {
    const some = add
      .slice(from, from + AT_ONCE)
      .map(({ path, type, title, description, body, questions = '' }) => {
        return { path, type, title, description, body, questions }
      })
    thread.postMessage({ change: { remove: [], add: some } })
    await setImmediate()
  }
}
