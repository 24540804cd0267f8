import type { TermStatistics } from '#app/features/content/search/search.server.ts'
import type { BodySection } from '#app/features/content/search/sections.ts'
import { isStopWord, stemOf, tokensOf, type QueryTerm } from '#app/features/chat/answering/query-terms.ts'

/** Section of a page with the counts of each token in its text and in its headings. */
export type CountedSection = BodySection & {
  tokens: string[]
  text: Map<string, number>
  heads: Map<string, number>
  /** Words of the section's own heading. */
  own: Map<string, number>
}

/** Search term with the weights of its matching tokens and its value for the ranking. */
export type SearchTerm = {
  word: string
  of: string
  isName: boolean
  forms: Map<string, number>
  worth: number
  /** Value for the ranking of sections, where frequent words also count. */
  rank: number
}

/** Weight of code examples, which often mention unrelated terms. */
const IN_CODE = 0.5

export function count(part: BodySection): CountedSection {
  const tokens = tokensOf(part.body)
  const text = countTokens(tokens)
  for (const token of tokensOf(codeOf(part.body))) text.set(token, (text.get(token) ?? 0) - (1 - IN_CODE))
  return {
    ...part,
    tokens,
    text,
    own: countTokens(tokensOf(part.heading ?? '')),
    heads: countTokens([...part.way, ...definedTerms(part.body)].flatMap(tokensOf)),
  }
}

/** Returns the terms of a definition list, which are headings of their definitions. */
const definedTerms = (body: string) =>
  [...body.matchAll(/^- \*\*([^*]{1,200}):\*\* /gm)].map(([, term]) => term!)

/** Returns the lines of fenced code, with the info text of each opening fence. */
function codeOf(body: string): string {
  const lines: string[] = []
  let fence = ''
  for (const line of body.split('\n')) {
    if (fence && line.startsWith(fence)) fence = ''
    else {
      fence ||= /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? ''
      if (fence) lines.push(line)
    }
  }
  return lines.join('\n')
}

export function countTokens(tokens: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

/** Weights of forms: typos, and words that begin like the term and are often different words. */
const TYPO = 0.8
const SIMILAR = 0.6
const LONGER = 0.3
/** Maximum number of extra characters of a similar form. */
const INFLECTION = 3

/** Value of a word that every page contains. */
const FREQUENT = 0.45

/**
 * Returns search terms with their values. Rare words have higher values, and unknown words the highest. The square root
 * keeps one unknown word from outweighing several known words.
 */
export function searchTermsOf(words: QueryTerm[], { words: known, of }: TermStatistics): SearchTerm[] {
  return words.map(({ word, weight, of: asked, isName }) => {
    const found = known.find((one) => one.word === word)
    const forms = (found?.forms ?? []).filter((form) => form[0] === word[0])
    const entries = forms.length ? found!.entries : 0
    const rarity = Math.sqrt(Math.log(1 + (of - entries + 0.5) / (entries + 0.5)))
    return {
      word,
      of: asked,
      isName,
      worth: weight * rarity,
      rank: weight * (FREQUENT + rarity),
      forms: new Map(forms.map((form) => [form, formWeight(form, word)])),
    }
  })
}

function formWeight(form: string, word: string): number {
  if (form === word || stemOf(form) === word) return 1
  if (!form.startsWith(word)) return TYPO
  return form.length - word.length <= INFLECTION ? SIMILAR : LONGER
}

/** Returns the weighted frequency of a term and its forms. */
export function frequencyOf({ forms }: SearchTerm, counts: Map<string, number>): number {
  let sum = 0
  for (const [form, weight] of forms) sum += weight * (counts.get(form) ?? 0)
  return sum
}

const SATURATION = 1.2
const BY_LENGTH = 0.55
/** Weights of a match in the headings of a section, and in the title and description of its page. */
const HEADING = 2.6
const TITLE = 2.2
const DESCRIPTION = 0.8

type Page = { title: Map<string, number>; description: Map<string, number> }

/**
 * Scores a section with BM25 over several fields. Rare words count more, long sections count less, and each repetition
 * adds less. Several matching words score higher than one frequent word.
 */
export function score(sought: SearchTerm[], part: CountedSection, page: Page, average: number): number {
  const long = 1 - BY_LENGTH + BY_LENGTH * (part.tokens.length / average)
  let [sum, met, all] = [0, 0, 0]
  for (const one of sought) {
    const own = frequencyOf(one, part.text) / long + HEADING * frequencyOf(one, part.heads)
    const often =
      own + TITLE * frequencyOf(one, page.title) + DESCRIPTION * frequencyOf(one, page.description)
    sum += (one.rank * often) / (SATURATION + often)
    all += one.rank
    // The subject of a page applies to all of its sections, but not every section is the answer.
    met += one.rank * (own > 0 ? 1 : often > 0 ? 0.6 : 0)
  }
  if (!all) return 0
  return (
    (sum + proximityScore(sought, part)) *
    (0.65 + (0.35 * met) / all) *
    (1 +
      TITLE_SCORE_WEIGHT * titleScore(sought, page.title) +
      HEADING_SCORE_WEIGHT * titleScore(sought, part.own))
  )
}

const TITLE_SCORE_WEIGHT = 0.3
const HEADING_SCORE_WEIGHT = 0.3

/**
 * Returns the share of a title or heading that is in the question. For example, “automations” probably means the page
 * with that title.
 */
function titleScore(sought: SearchTerm[], title: Map<string, number>): number {
  const words = [...title.keys()].filter((token) => !isStopWord(token))
  const met = words.filter((token) => sought.some(({ forms }) => forms.get(token) === 1))
  return words.length ? met.length / words.length : 0
}

const PROXIMITY_WEIGHT = 0.35

/** Returns extra points for words that are adjacent both in the question and in the section. */
function proximityScore(sought: SearchTerm[], { tokens }: CountedSection): number {
  let sum = 0
  for (const [index, one] of sought.slice(0, -1).entries()) {
    const next = sought[index + 1]!
    const met = tokens.some((token, at) => one.forms.has(token) && next.forms.has(tokens[at + 1] ?? ''))
    if (met) sum += PROXIMITY_WEIGHT * Math.min(one.rank, next.rank)
  }
  return sum
}
