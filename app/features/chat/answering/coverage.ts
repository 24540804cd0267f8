import { tokensOf } from '#app/features/chat/answering/query-terms.ts'
import {
  countTokens,
  frequencyOf,
  type CountedSection,
  type SearchTerm,
} from '#app/features/chat/answering/rank.ts'

/** Weight of a synonym, relative to the word in the question. */
const SYNONYM = 0.8
/** Minimum number of matching words that do not need to be in a heading or in the title. */
const ENOUGH_WORDS = 2

/**
 * Returns the share of the question that the page of a passage covers. Rare words count more, and words that the site
 * does not have count most. A single word counts only if it is a name or the passage is about it.
 */
export function coverageOf(
  part: CountedSection,
  page: { title: string; description: string; path: string },
  words: Map<string, number>,
  sought: SearchTerm[],
): number {
  const title = countTokens(tokensOf(`${page.title} ${page.path.replaceAll('/', ' ')}`))
  const description = countTokens(tokensOf(page.description))
  const asked = sought.filter(({ word, of }) => word === of)
  const match = (one: SearchTerm, fields: Map<string, number>[]) => {
    const of = (term: SearchTerm) =>
      Math.min(1, Math.max(...fields.map((counts) => frequencyOf(term, counts))))
    const others = sought.filter(({ word, of: original }) => word !== original && original === one.word)
    return Math.max(of(one), ...others.map((other) => SYNONYM * of(other)))
  }
  let [all, met, matches, isAbout] = [0, 0, 0, false]
  for (const one of asked) {
    const share = match(one, [part.text, words, title, description])
    all += one.worth
    met += one.worth * share
    if (share) matches++
    isAbout ||= match(one, [part.heads, title]) > 0 || (one.isName && share > 0)
  }
  return all && (isAbout || matches >= ENOUGH_WORDS) ? met / all : 0
}
