import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { TryLater } from '#app/errors.ts'
import type { Entry, EntryType } from '#app/features/content/schema.ts'

/** An entry that matches, with about 160 characters of plain text around the first word found. */
export type SearchHit = { path: string; excerpt: string; score: number }
export type SearchOptions = { type?: EntryType | undefined; limit: number }
type Answer = { results: SearchHit[]; total: number }
/**
 * Entries by how much they have to do with some words, and how each of these stands in the texts: in how many of the `of`
 * entries, and in which forms.
 */
export type TermStatistics = {
  paths: [path: string, score: number][]
  words: { word: string; entries: number; forms: string[] }[]
  of: number
}
/** What the thread sends. */
type Told = { ask: number; answer: Answer | TermStatistics } | { skipped: string; reason: string }
type Asked = { resolve(answer: Answer | TermStatistics): void; reject(reason: unknown): void }

/** How many entries go to the search's thread at once: copying them holds this one up. */
const AT_ONCE = 100
/** How long an answer may take, in seconds. Only the first ones wait, for the index of a large site. */
const ANSWER_TIMEOUT_SECONDS = 15

/**
 * The room for what lives only as long as a search, in megabytes: with less, what a search finds is moved about while it
 * runs, which takes a quarter of its time. Thread and process share the machine, so that more would be wasted.
 */
const YOUNG_GENERATION_MB = 24

/**
 * The memory that the thread may use, in megabytes. Indexes measured had six times the size of their texts; with a bound
 * of that order the collector keeps the heap close to what is in use.
 */
function memoryLimitFor(entries: readonly Entry[]) {
  const text = entries.reduce((sum, { body }) => sum + body.length, 0)
  return 128 + Math.ceil((text * 20) / 1e6)
}

type Searcher = {
  /** Brings the index up to date with the entries: what is new or changed is sent, what is gone is dropped. */
  prepare(entries: readonly Entry[]): Promise<void>
  /**
   * Searches these entries. Every word must match, whole or as a beginning; when nothing does, small slips are forgiven,
   * and then any word is enough. Throws `TryLater` when the index does not answer in time.
   */
  search(entries: readonly Entry[], q: string, options: SearchOptions): Promise<Answer>
  /** The entries that have most to do with the words, of which any may be missing. Throws `TryLater` like `search`. */
  likely(entries: readonly Entry[], words: string[], limit: number): Promise<TermStatistics>
  close(): Promise<void>
}

/** A full-text index in a thread of its own, started with the first use. It never keeps the process alive. */
export function createSearcher(log: Pick<Logger, 'warn'>): Searcher {
  let worker: Worker | null = null
  /** What the thread has, by path and hash; `of` are the entries that it was made from. */
  let index = {
    of: null as readonly Entry[] | null,
    hashes: new Map<string, string>(),
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
      log.warn({ path, reason }, 'an entry was left out of the search')
    })
    // What it knew is gone with it; the next use starts another one.
    const lost = () => {
      if (worker !== thread) return
      worker = null
      index = { of: null, hashes: new Map(), made: Promise.resolve() }
      for (const { reject } of asked.values())
        reject(new TryLater('unavailable', 'The search starts anew.', 5))
    }
    return thread
      .once('error', (error) => log.warn({ err: error }, 'the search’s thread ended'))
      .once('exit', lost)
  }

  function prepare(entries: readonly Entry[]) {
    const thread = (worker ??= start(entries))
    if (index.of === entries) return index.made
    const { hashes: before, made: earlier } = index
    const hashes = new Map(entries.map(({ path, hash }) => [path, hash]))
    const remove = [...before.keys()].filter((path) => before.get(path) !== hashes.get(path))
    const add = entries.filter(({ path, hash }) => before.get(path) !== hash)
    index = { of: entries, hashes, made: earlier.then(() => send(thread, remove, add)) }
    return index.made
  }

  async function ask(entries: readonly Entry[], query: object) {
    await prepare(entries)
    const ask = ++last
    return new Promise<Answer | TermStatistics>((resolve, reject) => {
      const timer = setTimeout(
        () => asked.get(ask)?.reject(new TryLater('unavailable', 'The search is still getting ready.', 5)),
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

async function send(thread: Worker, remove: string[], add: Entry[]) {
  if (remove.length) thread.postMessage({ change: { remove, add: [] } })
  for (let from = 0; from < add.length; from += AT_ONCE) {
    const some = add
      .slice(from, from + AT_ONCE)
      .map(({ path, type, title, description, body }) => ({ path, type, title, description, body }))
    thread.postMessage({ change: { remove: [], add: some } })
    await setImmediate()
  }
}
