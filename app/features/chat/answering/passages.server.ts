import { LRUCache } from 'lru-cache'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '#app/context.server.ts'
import { coverageOf } from '#app/features/chat/answering/coverage.ts'
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

/** Part of a published page that is relevant to a question, with its score and the share of the question it covers. */
export type Passage = { entry: Entry; part: CountedSection; score: number; covered: number }
export type Passages = { passages: Passage[]; sought: SearchTerm[] }

/** Maximum number of entries to search. */
const MAX_ENTRIES = 30
/**
 * Weights of pages. Documents explain topics, posts report events, and the home page links to other pages. Tables on
 * generated pages repeat the guides.
 */
const weights = { doc: 1, page: 0.95, post: 0.75 } as const
const HOME = 0.6
const MADE = 0.55
/** Factor of the coverage by generated pages, whose words are less specific. */
const MADE_COVERAGE = 0.75
const weightOf = ({ type, path, isMade }: Entry) => (isMade ? MADE : path === '/' ? HOME : weights[type])
/** Number of parts with the highest scores that are compared by coverage. */
const MAX_COMPARED = 30
/** Headings of sections that only link to other pages. */
const LINK_SECTIONS = /^(where to go next|learn more)$/i

const byScore = (a: Omit<Passage, 'covered'>, b: Omit<Passage, 'covered'>) =>
  b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1)

/** Cache of parsed bodies by text hash, because a few bodies are requested often. */
const pagesByHash = new LRUCache<string, CountedPage>({ max: 200 })
type CountedPage = { parts: CountedSection[]; words: Map<string, number> }

function countedPageOf(entry: Entry): CountedPage {
  const known = pagesByHash.get(entry.hash)
  if (known) return known
  const parts = sectionsOf(entry.body)
    .filter(({ body, heading }) => body && !LINK_SECTIONS.test(heading ?? ''))
    .map(count)
  const page = {
    parts,
    words: countTokens(parts.flatMap(({ tokens, heads }) => [...tokens, ...heads.keys()])),
  }
  pagesByHash.set(entry.hash, page)
  return page
}

/**
 * Returns the best parts of published pages, best first, with one part per page. Ranks only parts of the
 * entries that the site search finds, so that no second index is needed. Throws `TryLater`.
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
    pages.push({ entry, found, ...countedPageOf(entry) })
    // Lets page requests run during a long search.
    await breathe()
  }
  const lengths = pages.flatMap(({ parts }) => parts.map(({ tokens }) => tokens.length))
  const average = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1)
  const best = pages[0]?.found ?? 1
  const scored: (Omit<Passage, 'covered'> & Pick<CountedPage, 'words'>)[] = []
  for (const { entry, found, parts, words } of pages) {
    const page = {
      title: countTokens([...new Set(tokensOf(`${entry.title} ${entry.path.split('/').at(-1)}`))]),
      description: countTokens(tokensOf(entry.description)),
    }
    const weight = weightOf(entry) * (0.75 + (0.25 * found) / best)
    for (const part of parts)
      scored.push({ entry, part, words, score: weight * score(known, part, page, average) })
    await breathe()
  }
  scored.sort(byScore)
  const passages = scored.slice(0, MAX_COMPARED).map(({ entry, part, words, score }): Passage => {
    const covered = (entry.isMade ? MADE_COVERAGE : 1) * coverageOf(part, entry, words, sought)
    return { entry, part, covered, score: score * (0.5 + 0.5 * covered) }
  })
  passages.sort(byScore)
  const used = new Set<Entry>()
  const kept = passages.filter(({ entry, score }) => score > 0 && !used.has(entry) && used.add(entry))
  return { passages: kept.slice(0, limit), sought }
}
