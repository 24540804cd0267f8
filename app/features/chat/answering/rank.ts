import type { TermStatistics } from '#app/features/content/search/search.server.ts'
import type { BodySection } from '#app/features/content/search/sections.ts'
import { tokensOf, type QueryTerm } from '#app/features/chat/answering/query-terms.ts'

/** A part of a page, counted: how often each token stands in its text and in the headings above it. */
export type CountedSection = BodySection & {
  tokens: string[]
  text: Map<string, number>
  heads: Map<string, number>
}

/** A word as it is looked for: the tokens that stand for it, with how well they do, and how much it tells. */
export type SearchTerm = { word: string; of: string; forms: Map<string, number>; worth: number }

/** Examples of code mention what they are not about. */
const IN_CODE = 0.5

export function count(part: BodySection): CountedSection {
  const tokens = tokensOf(part.body)
  const text = countTokens(tokens)
  for (const token of tokensOf(codeOf(part.body))) text.set(token, (text.get(token) ?? 0) - (1 - IN_CODE))
  return { ...part, tokens, text, heads: countTokens(part.way.flatMap(tokensOf)) }
}

/** The lines of code between fences, with what is said of the code behind the first fence. */
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

/** How much a form may be longer than the word before it counts less: what is longer is often another word. */
const INFLECTION = 3

/** What a word is worth that stands nowhere: an answer without it may do, but not one without most of what is asked. */
const UNKNOWN = 3

/** What the words are worth: the rarer in all entries, the more. */
export function searchTermsOf(words: QueryTerm[], { words: known, of }: TermStatistics): SearchTerm[] {
  return words.map(({ word, weight, of: asked }) => {
    const { entries = 0, forms = [] } = known.find((one) => one.word === word) ?? {}
    const rarity = forms.length ? Math.log(1 + (of - entries + 0.5) / (entries + 0.5)) : UNKNOWN
    return {
      word,
      of: asked,
      worth: weight * rarity,
      forms: new Map(forms.map((form) => [form, form.length - word.length <= INFLECTION ? 1 : 0.4])),
    }
  })
}

/** How often the word stands there, its forms as much as they stand for it. */
export function frequencyOf({ forms }: SearchTerm, counts: Map<string, number>): number {
  let sum = 0
  for (const [form, weight] of forms) sum += weight * (counts.get(form) ?? 0)
  return sum
}

const SATURATION = 1.2
const BY_LENGTH = 0.55
/** What one mention is worth in the headings of the part, and in the title and the description of the page. */
const HEADING = 2.6
const TITLE = 2.2
const DESCRIPTION = 0.8

type Page = { title: Map<string, number>; description: Map<string, number> }

/**
 * How well a part answers, by BM25 with fields: each word counts by how rare it is and how often it is there, more in what
 * names the part, less in a long one, and each further mention less. What has more of the words is better than what has one
 * of them often.
 */
export function score(sought: SearchTerm[], part: CountedSection, page: Page, average: number): number {
  const long = 1 - BY_LENGTH + BY_LENGTH * (part.tokens.length / average)
  let [sum, met, all] = [0, 0, 0]
  for (const one of sought) {
    const own = frequencyOf(one, part.text) / long + HEADING * frequencyOf(one, part.heads)
    const often =
      own + TITLE * frequencyOf(one, page.title) + DESCRIPTION * frequencyOf(one, page.description)
    sum += (one.worth * often) / (SATURATION + often)
    all += one.worth
    // What the page is about holds for each of its parts, but does not make each of them the answer.
    met += one.worth * (own > 0 ? 1 : often > 0 ? 0.6 : 0)
  }
  if (!all) return 0
  return (
    (sum + proximityScore(sought, part)) *
    (0.35 + (0.65 * met) / all) *
    (1 + TITLE_SCORE_WEIGHT * titleScore(sought, page))
  )
}

const TITLE_SCORE_WEIGHT = 0.3

/** How much of the title is asked for: whoever says “automations” means the page that is called so. */
function titleScore(sought: SearchTerm[], { title }: Page): number {
  const met = [...title.keys()].filter((token) => sought.some(({ forms }) => forms.get(token) === 1))
  return title.size ? met.length / title.size : 0
}

const PROXIMITY_WEIGHT = 0.35

/** What is asked for in one breath is worth more where it stands so. */
function proximityScore(sought: SearchTerm[], { tokens }: CountedSection): number {
  let sum = 0
  for (const [index, one] of sought.slice(0, -1).entries()) {
    const next = sought[index + 1]!
    const met = tokens.some((token, at) => one.forms.has(token) && next.forms.has(tokens[at + 1] ?? ''))
    if (met) sum += PROXIMITY_WEIGHT * Math.min(one.worth, next.worth)
  }
  return sum
}
