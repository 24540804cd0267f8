import type { SimilarQuestions } from '#app/features/chat/answering/page-questions.server.ts'
import { frequencyOf, type CountedSection, type SearchTerm } from '#app/features/chat/answering/rank.ts'

/** Page of a passage. The maps have the count of each token. */
export type CoveringPage = {
  title: Map<string, number>
  description: Map<string, number>
  /** Tokens of the whole text, and of the questions that the page answers. */
  text: Map<string, number>
  questions: Map<string, number>
  similar?: SimilarQuestions | undefined
}

/** Weight of a synonym, relative to the word in the question. */
const SYNONYM = 0.8
/** Minimum number of matching words that do not need to be in a heading or in the title. */
const ENOUGH_WORDS = 2
/** Similarity from which one of the page's questions is the same question. */
const SAME = 0.95

/**
 * Returns the share of the question that the page of a passage covers. Rare words count more, and words that the site
 * does not have count most. A single word counts only if it is a name or the passage is about it.
 */
export function coverageOf(part: CountedSection, page: CoveringPage, sought: SearchTerm[]): number {
  const fields = [part.text, page.text, page.questions, page.title, page.description]
  const match = (one: SearchTerm, fields: Map<string, number>[]) => {
    const of = (term: SearchTerm) =>
      Math.min(1, Math.max(...fields.map((counts) => frequencyOf(term, counts))))
    const others = sought.filter(({ word, of: original }) => word !== original && original === one.word)
    return Math.max(of(one), ...others.map((other) => SYNONYM * of(other)))
  }
  let [all, met, matches, isAbout] = [0, 0, 0, (page.similar?.most ?? 0) > SAME]
  for (const one of sought.filter(isAsked)) {
    const share = match(one, fields)
    all += one.worth
    met += one.worth * share
    if (share) matches++
    isAbout ||= match(one, [part.heads, page.title]) > 0 || (one.isName && share > 0)
  }
  return all && (isAbout || matches >= ENOUGH_WORDS) ? met / all : 0
}

const isAsked = ({ word, of }: SearchTerm) => word === of

/** Minimum coverage by a page without questions that answers a question. Separates the questions in `tests/features/chat`. */
const COVERED = 0.635
/** Weight of the similarity to the page's questions, relative to the coverage. Tuned with the same questions. */
const SIMILARITY = 0.8
/** Maximum similarity that counts. */
const MAX_SIMILARITY = 1.3
/** Penalty if the question has a rare name that is neither a subject of the page nor in its most similar question. */
const OTHER_NAME = 0.5
/** In questions with more words than this, the penalty for a rare name is smaller. */
const LONG_QUESTION = 4
/** Minimum value of a rare word. */
const RARE = 1

/** Returns how well a passage answers a question. From 1 on, it does. */
export function confidenceOf(
  covered: number,
  part: CountedSection,
  page: CoveringPage,
  sought: SearchTerm[],
): number {
  if (!page.questions.size) return covered / COVERED
  const asked = sought.filter(isAsked)
  const hasOtherName = asked
    .filter((one) => one.isName && one.worth > RARE)
    .some(
      (one) =>
        !page.similar?.best.all.has(one.word) &&
        [part.heads, page.title, page.description].every((counts) => !frequencyOf(one, counts)),
    )
  const similarity = Math.min(page.similar?.similarity ?? 0, MAX_SIMILARITY)
  const penalty = hasOtherName ? OTHER_NAME * Math.min(1, LONG_QUESTION / asked.length) : 0
  return covered + SIMILARITY * similarity - penalty
}
