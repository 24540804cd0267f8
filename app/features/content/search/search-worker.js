// Search runs on a separate thread, because indexing and searching thousands of entries would block requests.
import { LRUCache } from 'lru-cache'
import MiniSearch from 'minisearch'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { excerptOf, headingsOf, plainText } from '#app/features/content/search/plain-text.js'

/** @typedef {{ path: string, type: string, title: string, description: string, body: string, questions: string }} Indexed */
/** @typedef {{ remove: string[], add: Indexed[] }} Change */
/** @typedef {{ q: string, type: string | undefined, limit: number }} Query */
/** @typedef {{ results: { path: string, excerpt: string, score: number }[], total: number, partial: boolean }} Answer */
/** @typedef {{ words: string[], limit: number }} Likely */
/** @typedef {{ paths: [path: string, score: number][], words: { word: string, entries: number, forms: string[] }[], of: number }} Likelies */

/**
 * Fields of each entry for filters and excerpts.
 * @type {Map<string, { type: string, text: string, description: string }>}
 */
const kept = new Map()

const index = new MiniSearch({
  idField: 'path',
  fields: ['title', 'headings', 'description', 'text', 'questions'],
  searchOptions: { boost: { title: 5, headings: 2, description: 2 }, combineWith: 'AND' },
})

/** Results of repeated queries. @type {LRUCache<string, Answer | Likelies>} */
const answers = new LRUCache({ max: 500 })

/** @param {Change} change */
function update({ remove, add }) {
  answers.clear()
  for (const path of remove) {
    // Skipped entries are not in the index.
    if (kept.delete(path)) index.discard(path)
  }
  for (const entry of add) {
    try {
      addOne(entry)
    } catch (error) {
      // One invalid entry must not break the search for all other entries.
      parentPort?.postMessage({ skipped: entry.path, reason: String(error) })
    }
  }
}

/** @param {Indexed} entry */
function addOne({ path, type, title, description, body, questions }) {
  const text = plainText(body)
  index.add({ path, title, description, headings: headingsOf(body), text, questions })
  kept.set(path, { type, text, description })
}

/**
 * Ranks the generated API reference below guides, because many of its pages repeat the same words.
 * @param {string} path
 */
const boostDocument = (path) => (path.startsWith('/docs/api/') ? 0.3 : 1)

const prefix = (/** @type {string} */ term) => term.length > 2
const fuzzy = (/** @type {string} */ term) => (term.length > 4 ? 0.2 : false)

/**
 * Search options from strict to lenient. The first options that return results are used.
 * @type {import('minisearch').SearchOptions[]}
 */
const ways = [{ prefix }, { prefix, fuzzy }, { prefix, fuzzy, combineWith: 'OR', processTerm: rareTerm }]

/** A word in this many entries or fewer is never common. */
const FEW = 10

/**
 * Returns a word in lower case, or null if it is in more than a third of the entries. A page that matches only such
 * words is not a result.
 * @param {string} term
 */
function rareTerm(term) {
  const word = term.toLowerCase()
  const entries = index.search(word, { prefix: false }).length
  return entries > Math.max(FEW, index.documentCount / 3) ? null : word
}

/** @param {Query} query @returns {Answer} */
function search({ q, type, limit }) {
  const filter = type ? { filter: (/** @type {any} */ { id }) => kept.get(id)?.type === type } : {}
  for (const way of ways) {
    const found = index.search(q, { ...way, ...filter, boostDocument })
    if (!found.length) continue
    const results = found.slice(0, limit).map(({ id, score, terms }) => {
      const { text, description } = /** @type {{ text: string, description: string }} */ (kept.get(id))
      return { path: id, excerpt: excerptOf(text, description, terms), score: Math.round(score * 100) / 100 }
    })
    return { results, total: found.length, partial: way.combineWith === 'OR' }
  }
  return { results: [], total: 0, partial: false }
}

/** Maximum number of forms returned for a word, because a short prefix can match very many. */
const FORMS = 50

/**
 * Ranks entries that match any of the words, and returns statistics for each word. A word without matches is treated as
 * a typo.
 * @param {Likely} query @returns {Likelies}
 */
function rankByTerms({ words, limit }) {
  /** @type {Map<string, number>} */
  const scores = new Map()
  const told = words.map((word) => {
    // A short prefix matches too many words, so that only the plural is added.
    const isShort = word.length <= 3
    const exact = index.search(isShort ? `${word} ${word}s` : word, { prefix: !isShort, combineWith: 'OR' })
    const found = exact.length || word.length < 6 ? exact : index.search(word, { fuzzy: 0.2 })
    /** @type {Set<string>} */
    const forms = new Set()
    for (const { id, score, terms } of found) {
      scores.set(id, (scores.get(id) ?? 0) + score)
      if (forms.size < FORMS) for (const term of terms) forms.add(term)
    }
    return { word, entries: found.length, forms: [...forms] }
  })
  const paths = [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, limit)
  return { paths, words: told, of: index.documentCount }
}

setFlagsFromString('--expose-gc')
/** @type {() => void} */
const collectGarbage = runInNewContext('gc')
/** @type {NodeJS.Timeout | undefined} */
let afterward

/**
 * Frees memory after indexing, which creates as much garbage as data. An idle thread would not collect this garbage.
 */
function collectGarbageSoon() {
  clearTimeout(afterward)
  afterward = setTimeout(collectGarbage, 1_000).unref()
}

parentPort?.on(
  'message',
  (/** @type {{ change?: Change, ask?: number, query?: Query | Likely }} */ message) => {
    if (message.change) {
      update(message.change)
      return collectGarbageSoon()
    }
    const query = /** @type {Query | Likely} */ (message.query)
    const key = JSON.stringify(query)
    const answer = answers.get(key) ?? ('words' in query ? rankByTerms(query) : search(query))
    answers.set(key, answer)
    parentPort?.postMessage({ ask: message.ask, answer })
  },
)
