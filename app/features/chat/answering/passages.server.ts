import { LRUCache } from 'lru-cache'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '#app/context.server.ts'
import {
  count,
  score,
  searchTermsOf,
  countTokens,
  type CountedSection,
  type SearchTerm,
} from '#app/features/chat/answering/rank.ts'
import { tokensOf, type QueryTerm } from '#app/features/chat/answering/query-terms.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { sectionsOf } from '#app/features/content/search/sections.ts'

/** A part of a published page that has to do with what is asked, and how much. */
export type Passage = { entry: Entry; part: CountedSection; score: number }
export type Passages = { passages: Passage[]; sought: SearchTerm[] }

/** How many entries are looked into, and how many parts of one page are answered with. */
const MAX_ENTRIES = 30
const MAX_PER_PAGE = 2
/**
 * How much a page of a type counts: documents explain, posts tell of something once, and the home page leads on. What is made
 * from the definitions of the service repeats in tables what the guides explain.
 */
const weights = { doc: 1, page: 0.95, post: 0.75 } as const
const HOME = 0.6
const MADE = 0.55
const weightOf = ({ type, path, isMade }: Entry) => (isMade ? MADE : path === '/' ? HOME : weights[type])
/** Parts that lead on to other pages say nothing themselves. */
const LINK_SECTIONS = /^(where to go next|learn more)$/i

/** Bodies that were taken apart, by the hash of their text: few are asked for again and again. */
const sectionsByHash = new LRUCache<string, CountedSection[]>({ max: 200 })

function partsOfEntry(entry: Entry): CountedSection[] {
  const known = sectionsByHash.get(entry.hash)
  if (known) return known
  const parts = sectionsOf(entry.body)
    .filter(({ body, heading }) => body && !LINK_SECTIONS.test(heading ?? ''))
    .map(count)
  sectionsByHash.set(entry.hash, parts)
  return parts
}

/**
 * The parts of published pages that answer best, the best first, two of a page at most. Entries are found by the search of
 * the site, and only the parts of the likeliest are ranked, so that no second index of all parts is kept. Throws `TryLater`.
 */
export async function findPassages(
  { contentIndex }: Pick<Context, 'contentIndex'>,
  words: QueryTerm[],
  limit: number,
): Promise<Passages> {
  const likely = await contentIndex.rankByTerms(
    words.map(({ word }) => word),
    MAX_ENTRIES,
  )
  const sought = searchTermsOf(words, likely)
  const known = sought.filter(({ forms }) => forms.size > 0)
  const pages = []
  for (const [path, found] of likely.paths) {
    const entry = contentIndex.find(path)
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
    const page = {
      title: countTokens(tokensOf(entry.title)),
      description: countTokens(tokensOf(entry.description)),
    }
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
    return number <= MAX_PER_PAGE
  })
  return { passages: kept.slice(0, limit), sought }
}
