import { LRUCache } from 'lru-cache'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Context } from '#app/context.server.ts'
import { confidenceOf, coverageOf, type CoveringPage } from '#app/features/chat/answering/coverage.ts'
import { findSimilarQuestions, questionsOf } from '#app/features/chat/answering/page-questions.server.ts'
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

/**
 * Part of a published page that is relevant to a question, with its score and the confidence that it answers the
 * question.
 */
export type Passage = {
  entry: Entry
  part: CountedSection
  score: number
  confidence: number
  similarity: number
}
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

/** Weight of the similarity to questions that a page lists, relative to the best score of a text. */
const SIMILARITY = 1.6
/** Number of pages with the most similar questions that are searched in any case. */
const MAX_SIMILAR = 10

type Scored = { entry: Entry; part: CountedSection; page: CoveringPage; score: number }
const byScore = (a: Passage | Scored, b: Passage | Scored) =>
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
  const similar = await findSimilarQuestions(contentIndex.entries, sought)
  const most = [...similar].sort(([, a], [, b]) => b.similarity - a.similarity).slice(0, MAX_SIMILAR)
  const paths = new Map([...most.map(([path]) => [path, 0] as const), ...likely.paths])
  const pages = []
  for (const [path, found] of paths) {
    const entry = contentIndex.find(path)
    if (!entry) continue
    pages.push({ entry, found, ...countedPageOf(entry) })
    // Lets page requests run during a long search.
    await yieldToEventLoop()
  }
  const lengths = pages.flatMap(({ parts }) => parts.map(({ tokens }) => tokens.length))
  const average = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1)
  const best = likely.paths[0]?.[1] ?? 1
  const scored: Scored[] = []
  for (const { entry, found, parts, words: text } of pages) {
    const page = {
      title: countTokens([...new Set(tokensOf(`${entry.title} ${entry.path.split('/').at(-1)}`))]),
      description: countTokens(tokensOf(entry.description)),
      text,
      questions: questionsOf(entry).tokens,
      similar: similar.get(entry.path),
    }
    const weight = weightOf(entry) * (0.75 + (0.25 * found) / best)
    for (const part of parts)
      scored.push({ entry, part, page, score: weight * score(known, part, page, average) })
    await yieldToEventLoop()
  }
  const highest = scored.reduce((most, one) => Math.max(most, one.score), 0) || 1
  for (const one of scored) one.score = one.score / highest + SIMILARITY * (one.page.similar?.similarity ?? 0)
  scored.sort(byScore)
  const passages = scored.slice(0, MAX_COMPARED).map(({ entry, part, page, score }): Passage => {
    const covered = (entry.isMade ? MADE_COVERAGE : 1) * coverageOf(part, page, sought)
    const confidence = confidenceOf(covered, part, page, sought)
    const similarity = page.similar?.similarity ?? 0
    return { entry, part, confidence, similarity, score: score * (0.5 + 0.5 * covered) }
  })
  passages.sort(byScore)
  const used = new Set<Entry>()
  const kept = passages.filter(({ entry, score }) => score > 0 && !used.has(entry) && used.add(entry))
  return { passages: kept.slice(0, limit), sought }
}
