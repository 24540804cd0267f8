import type { Context } from '#app/context.server.ts'
import {
  findSimilarQuestions,
  type SimilarQuestions,
} from '#app/features/chat/answering/page-questions.server.ts'
import { isStopWord, queryTerms } from '#app/features/chat/answering/query-terms.ts'
import { searchTermsOf } from '#app/features/chat/answering/rank.ts'
import { matchesQuery } from '#app/features/console-search/places.ts'
import { listManual } from '#app/features/content/manual.server.ts'
import { type Entry, questionLines } from '#app/features/content/schema.ts'

/** Minimum similarity of a document's question to a query that no text of the document matches. */
const SIMILAR = 0.5

/**
 * Finds documents of the manual, best first: those with all words of the query, except common ones, in the title, then
 * those with the most similar questions or a matching description. An empty query returns the manual in reading order.
 */
export async function searchManual(ctx: Context, q: string): Promise<readonly Entry[]> {
  const docs = await listManual(ctx)
  const wanted = significantWords(q)
  if (!wanted) return q.trim() ? [] : docs
  const similar = await findSimilarQuestions(
    docs,
    searchTermsOf(queryTerms(q), { words: [], paths: [], of: 0 }),
  )
  return docs
    .map((doc) => ({ doc, score: scoreOf(doc, wanted, similar.get(doc.path)) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ doc }) => doc)
}

/** Returns the words of a query without common ones such as “how”. If all words are common, returns all. */
export function significantWords(q: string): string {
  const words = q.match(/[\p{L}\p{N}_/-]+/gu) ?? []
  const significant = words.filter((word) => !isStopWord(word.toLowerCase()))
  return (significant.length ? significant : words).join(' ')
}

/** Scores a document. Matches in the title count most, and its similar questions more than its description. */
function scoreOf(
  { title, description, questions = '' }: Entry,
  q: string,
  similar?: SimilarQuestions,
): number {
  const isTitle = matchesQuery(q, title)
  const isDescription = matchesQuery(q, `${title} ${description}`)
  const isFound = isDescription || questionLines(questions).some((question) => matchesQuery(q, question))
  if (!isFound && (similar?.most ?? 0) < SIMILAR) return 0
  return (isTitle ? 2 : 0) + (isDescription ? 0.5 : 0) + (similar?.similarity ?? 0) + 0.01
}
