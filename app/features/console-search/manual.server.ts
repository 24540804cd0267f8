import type { Context } from '#app/context.server.ts'
import { isStopWord } from '#app/features/chat/answering/query-terms.ts'
import { matchesQuery } from '#app/features/console-search/places.ts'
import { listManual } from '#app/features/content/manual.server.ts'
import { type Entry, questionLines } from '#app/features/content/schema.ts'

/**
 * Finds documents of the manual, best first: those with all words of the query, except common ones, in the title, then in
 * the description, then in a question that the document lists. An empty query returns the manual in reading order.
 */
export async function searchManual(ctx: Context, q: string): Promise<readonly Entry[]> {
  const docs = await listManual(ctx)
  const wanted = significantWords(q)
  if (!wanted) return q.trim() ? [] : docs
  return docs
    .map((doc) => ({ doc, score: scoreOf(doc, wanted) }))
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

/** Returns 1,000 for a match in the title, 500 in the description, and otherwise the number of questions that match. */
function scoreOf({ title, description, questions = '' }: Entry, q: string): number {
  if (matchesQuery(q, title)) return 1_000
  const matching = questionLines(questions).filter((question) => matchesQuery(q, question)).length
  return matching + (matchesQuery(q, `${title} ${description}`) ? 500 : 0)
}
