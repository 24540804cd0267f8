import { LRUCache } from 'lru-cache'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '#app/context.server.ts'
import {
  count,
  score,
  soughtOf,
  tally,
  type Counted,
  type Sought,
} from '#app/features/chat/answering/rank.ts'
import { tokensOf, type Word } from '#app/features/chat/answering/query-terms.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { partsOf } from '#app/features/content/search/sections.ts'

/** A part of a published page that has to do with what is asked, and how much. */
export type Passage = { entry: Entry; part: Counted; score: number }
export type Passages = { passages: Passage[]; sought: Sought[] }

/** How many entries are looked into, and how many parts of one page are answered with. */
const ENTRIES = 30
const OF_A_PAGE = 2
/**
 * How much a page of a type counts: documents explain, posts tell of something once, and the home page leads on. What is made
 * from the definitions of the service repeats in tables what the guides explain.
 */
const weights = { doc: 1, page: 0.95, post: 0.75 } as const
const HOME = 0.6
const MADE = 0.55
const weightOf = ({ type, path, isMade }: Entry) => (isMade ? MADE : path === '/' ? HOME : weights[type])
/** Parts that lead on to other pages say nothing themselves. */
const SIGNPOSTS = /^(where to go next|learn more)$/i

/** Bodies that were taken apart, by the hash of their text: few are asked for again and again. */
const taken = new LRUCache<string, Counted[]>({ max: 200 })

function partsOfEntry(entry: Entry): Counted[] {
  const known = taken.get(entry.hash)
  if (known) return known
  const parts = partsOf(entry.body)
    .filter(({ body, heading }) => body && !SIGNPOSTS.test(heading ?? ''))
    .map(count)
  taken.set(entry.hash, parts)
  return parts
}

/**
 * The parts of published pages that answer best, the best first, two of a page at most. Entries are found by the search of
 * the site, and only the parts of the likeliest are ranked, so that no second index of all parts is kept. Throws `TryLater`.
 */
export async function findPassages(
  { library }: Pick<Context, 'library'>,
  words: Word[],
  limit: number,
): Promise<Passages> {
  const likely = await library.likely(
    words.map(({ word }) => word),
    ENTRIES,
  )
  const sought = soughtOf(words, likely)
  const known = sought.filter(({ forms }) => forms.size > 0)
  const pages = []
  for (const [path, found] of likely.paths) {
    const entry = library.find(path)
    if (!entry) continue
    pages.push({ entry, found, parts: partsOfEntry(entry) })
    // Whoever waits for a page does not wait for all of this.
    await breathe()
  }
  const lengths = pages.flatMap(({ parts }) => parts.map(({ tokens }) => tokens.length))
  const average = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1)
  const best = pages[0]?.found ?? 1
  const passages: Passage[] = []
  for (const { entry, found, parts } of pages) {
    const page = { title: tally(tokensOf(entry.title)), description: tally(tokensOf(entry.description)) }
    const weight = weightOf(entry) * (0.8 + (0.2 * found) / best)
    for (const part of parts)
      passages.push({ entry, part, score: weight * score(known, part, page, average) })
    await breathe()
  }
  passages.sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1))
  const used = new Map<Entry, number>()
  const kept = passages.filter(({ entry, score }) => {
    if (score <= 0) return false
    const number = (used.get(entry) ?? 0) + 1
    used.set(entry, number)
    return number <= OF_A_PAGE
  })
  return { passages: kept.slice(0, limit), sought }
}
