import type { Context } from '#app/context.server.ts'
import { extractOf } from '#app/features/chat/answering/extract.ts'
import { findPassages, type Passage } from '#app/features/chat/answering/passages.server.ts'
import type { SearchTerm } from '#app/features/chat/answering/rank.ts'
import type { Citation, AnswerPiece } from '#app/features/chat/schema.ts'
import { queryTerms, type QueryTerm } from '#app/features/chat/answering/query-terms.ts'
import { readBody } from '#app/features/content/content.server.ts'
import { plainText } from '#app/features/content/search/plain-text.js'
import { ellipsizeWords } from '#app/primitives/text.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'

/** Question with the earlier questions from the conversation, newest first. */
export type Question = { question: string; earlier: string[] }

/** Services for an answer. With `readers`, unanswered questions are counted for the reader of `origin`. */
type Answering = Pick<Context, 'contentIndex' | 'config'> & Partial<Pick<Context, 'readers' | 'origin'>>

/** Part of a page that an answer quotes. */
export type Extract = { citation: Citation; text: string }

/** Maximum number of passages, and minimum score of other passages relative to the best passage. */
const EXTRACTS = 4
const NEAR = 0.35
/** Minimum confidence in the best passage, so that passages are worth a mention. */
const NEAREST = 0.15
const EARLIER_WEIGHT = 0.5
const SNIPPET = 200

/**
 * Returns quotes from published pages for a question, best first, and whether the best one answers the question. For a
 * follow-up question or a question without results, also uses the terms of the previous question. Counts questions that
 * are not covered.
 */
export async function findExtracts(
  ctx: Answering,
  { question, earlier }: Question,
): Promise<{ extracts: Extract[]; is: 'covered' | 'not covered' | 'no question' }> {
  const own = queryTerms(question)
  const before = earlier.map(queryTerms).find((words) => words.length > 0) ?? []
  const both = [...own, ...before.map((word) => ({ ...word, weight: word.weight * EARLIER_WEIGHT }))]
  const known = new Set<string>()
  const joined = both.filter(({ word }) => !known.has(word) && known.add(word))
  const goesOn = before.length > 0 && isContinued(question, own)
  if (!own.length && !goesOn) return { extracts: [], is: 'no question' }
  const { passages, sought } = await findPassages(ctx, goesOn ? joined : own, 2 * EXTRACTS)
  const { confidence, score: most } = passages[0] ?? { confidence: 0, score: 0 }
  const near = confidence >= NEAREST ? nearestOf(passages.filter(({ score }) => score >= NEAR * most)) : []
  const extracts = await Promise.all(near.map((passage, index) => quote(ctx, passage, sought, index + 1)))
  if (confidence >= 1) return { extracts, is: 'covered' }
  ctx.readers?.text(ctx.origin?.reader, 'question', question)
  return { extracts, is: 'not covered' }
}

/**
 * Returns the best passages. If none is from the page with the most similar questions, a passage from that page is the
 * last.
 */
function nearestOf(passages: Passage[]): Passage[] {
  const best = passages.slice(0, EXTRACTS)
  const [similar] = [...passages].sort((a, b) => b.similarity - a.similarity)
  return !similar || best.includes(similar) ? best : [...best.slice(0, -1), similar]
}

/** Checks whether a question is a follow-up, such as “And on PostgreSQL?” or a short question about “it”. */
const isContinued = (question: string, words: QueryTerm[]) =>
  /^\s*(and|or|but|also|then|what about|how about)\b/i.test(question) ||
  (words.length <= 2 && /\b(it|that|this|them|there|those|these)\b/i.test(question))

async function quote(
  ctx: Pick<Context, 'contentIndex' | 'config'>,
  { entry, part }: Passage,
  sought: SearchTerm[],
  n: number,
): Promise<Extract> {
  const { siteUrl } = ctx.config
  const own = entry.isMade ? part.body.replaceAll(EXAMPLE_ORIGIN, siteUrl) : part.body
  const text = extractOf(own, sought, (link) =>
    URL.canParse(link, siteUrl + entry.path) ? new URL(link, siteUrl + entry.path).href : link,
  )
  // Links only to an id that the page has, because authors can change headings.
  const isThere = part.id && (await readBody(ctx, entry)).includes(` id="${part.id}"`)
  const url = new URL(entry.path, siteUrl).href + (isThere ? `#${encodeURIComponent(part.id!)}` : '')
  const heading = part.heading ?? entry.title
  return {
    text,
    citation: { n, title: entry.title, url, heading, snippet: ellipsizeWords(plainText(text), SNIPPET) },
  }
}

/**
 * Quotes the best passage for a question and cites the next best, or says that the pages do not cover the question.
 * Returns the same text for the same question and pages.
 */
export async function* answerFromSite(ctx: Answering, asked: Question): AsyncGenerator<AnswerPiece> {
  const { extracts, is } = await findExtracts(ctx, asked)
  if (is === 'no question') return yield { text: introduction }
  if (is === 'covered') {
    const [{ citation, text }] = extracts as [Extract]
    yield { text: [`**${linkTo(citation)}**`, text].filter(Boolean).join('\n\n') }
    for (const extract of extracts) yield { citation: extract.citation }
    return
  }
  const nearest = extracts.slice(0, MAX_NEAREST).map(({ citation }) => citation)
  for (const citation of nearest) yield { citation }
  yield { text: notCovered(ctx.config.siteUrl, asked.question, nearest) }
}

/** Maximum number of passages that are named if none of them answers the question. */
const MAX_NEAREST = 3

function linkTo({ n, title, url, heading }: Citation): string {
  const name = heading === title ? title : `${title}: ${heading}`
  return `[${name.replace(/[\\[\]]/g, '\\$&')}](${url}) [${n}]`
}

const notCovered = (siteUrl: string, question: string, nearest: Citation[]) =>
  [
    '**Not covered here.** The published pages do not answer this question.',
    ...(nearest.length ? ['The nearest passages:', nearest.map((one) => `- ${linkTo(one)}`).join('\n')] : []),
    `Try other words, [search the site](${siteUrl}/search?${new URLSearchParams({ q: question.slice(0, 200) })}), or [contact the site owner](${siteUrl}/contact).`,
  ].join('\n\n')

const introduction =
  'This is a search: it quotes the published passage that best matches your question, with a link to its page. It does not write answers. Ask about one thing, in a full sentence.'
