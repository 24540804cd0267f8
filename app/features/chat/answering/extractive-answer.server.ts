import type { Context } from '#app/context.server.ts'
import { extractOf } from '#app/features/chat/answering/extract.ts'
import { findPassages, type Passage, type Passages } from '#app/features/chat/answering/passages.server.ts'
import { countTokens, frequencyOf, type SearchTerm } from '#app/features/chat/answering/rank.ts'
import type { Citation, AnswerPiece } from '#app/features/chat/schema.ts'
import { tokensOf, queryTerms, type QueryTerm } from '#app/features/chat/answering/query-terms.ts'
import { readBody } from '#app/features/content/content.server.ts'
import { plainText } from '#app/features/content/search/plain-text.js'
import { ellipsizeWords } from '#app/primitives/text.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'

/** Question with the earlier questions from the conversation, newest first. */
export type Question = { question: string; earlier: string[] }

/** Part of a page that an answer quotes. */
export type Extract = { citation: Citation; text: string }

const EXTRACTS = 4
/**
 * Minimum score of other parts relative to the best part, and minimum share of the question that the best part must
 * cover.
 */
const NEAR = 0.35
const SURE = 0.55
const PERHAPS = 0.3
const EARLIER_WEIGHT = 0.5
const SNIPPET = 200

/**
 * Returns quotes from published pages for a question, with their certainty. For a follow-up question or a question
 * without results, also uses the terms of the previous question.
 */
export async function findExtracts(
  ctx: Pick<Context, 'contentIndex' | 'config'>,
  { question, earlier }: Question,
): Promise<{ extracts: Extract[]; is: 'sure' | 'near' | 'nothing' | 'no question' }> {
  const own = queryTerms(question)
  const before = earlier.map(queryTerms).find((words) => words.length > 0) ?? []
  const both = [...own, ...before.map((word) => ({ ...word, weight: word.weight * EARLIER_WEIGHT }))]
  const known = new Set<string>()
  const joined = both.filter(({ word }) => !known.has(word) && known.add(word))
  const goesOn = before.length > 0 && isContinued(question, own)
  let found = await findPassagesByTerms(ctx, goesOn ? joined : own)
  if (!goesOn && before.length > 0 && own.length > 0 && found.covered < PERHAPS) {
    const again = await findPassagesByTerms(ctx, joined)
    if (again.covered >= SURE) found = again
  }
  const { passages, sought, covered } = found
  const least = NEAR * (passages[0]?.score ?? 0)
  const near = passages.filter(({ score }) => score >= least).slice(0, covered >= PERHAPS ? EXTRACTS : 0)
  const extracts = await Promise.all(near.map((passage, index) => quote(ctx, passage, sought, index + 1)))
  if (!own.length && !goesOn) return { extracts, is: 'no question' }
  return { extracts, is: covered >= SURE ? 'sure' : covered >= PERHAPS ? 'near' : 'nothing' }
}

/** Checks whether a question is a follow-up, such as “And on PostgreSQL?” or a short question about “it”. */
const isContinued = (question: string, words: QueryTerm[]) =>
  /^\s*(and|or|but|also|then|what about|how about)\b/i.test(question) ||
  (words.length <= 2 && /\b(it|that|this|them|there|those|these)\b/i.test(question))

async function findPassagesByTerms(
  ctx: Pick<Context, 'contentIndex'>,
  words: QueryTerm[],
): Promise<Passages & { covered: number }> {
  if (!words.length) return { passages: [], sought: [], covered: 0 }
  const found = await findPassages(ctx, words, 8)
  const [best] = found.passages
  return { ...found, covered: best ? coverage(best, found.sought) : 0 }
}

/** Weight of a synonym, relative to the word in the question. */
const SYNONYM_WEIGHT = 0.7

/** Returns the share of the question that a part covers, including its page's title and description. */
function coverage({ part, entry }: Passage, sought: SearchTerm[]): number {
  const names = countTokens(tokensOf(`${entry.title} ${entry.description}`))
  const met = (one: SearchTerm) =>
    Math.min(1, Math.max(...[part.text, part.heads, names].map((counts) => frequencyOf(one, counts))))
  const asked = sought.filter(({ word, of }) => word === of)
  const all = asked.map((one) => {
    const others = sought.filter(({ word, of }) => word !== of && of === one.word)
    return one.worth * Math.max(met(one), ...others.map((other) => SYNONYM_WEIGHT * met(other)))
  })
  return sum(all) / sum(asked.map(({ worth }) => worth))
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

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
 * Writes an answer from the published pages, with quotes and citations. Returns the same answer for the same question
 * and pages.
 */
export async function* answerFromSite(
  ctx: Pick<Context, 'contentIndex' | 'config'>,
  asked: Question,
): AsyncGenerator<AnswerPiece> {
  const { extracts, is } = await findExtracts(ctx, asked)
  if (is === 'no question') return yield { text: greeting }
  if (is === 'nothing') return yield { text: nothingFound(ctx.config.siteUrl, asked.question) }
  yield { text: leadSentences[is] }
  for (const { citation, text } of extracts) {
    yield { citation }
    const { n, title, url, heading } = citation
    const name = heading === title ? title : `${title}: ${heading}`
    yield { text: `\n\n**[${name.replace(/[\\[\]]/g, '\\$&')}](${url})** [${n}]` }
    if (text) yield { text: `\n\n${text}` }
  }
}

const leadSentences = {
  sure: 'This is what the published pages say about your question.',
  near: 'I am not sure that the published pages answer your question. The closest matches:',
}

const nothingFound = (siteUrl: string, question: string) =>
  `I found nothing about your question in the published pages. Try other words, [search the site](${siteUrl}/search?${new URLSearchParams({ q: question.slice(0, 200) })}), or [contact the site owner](${siteUrl}/contact).`

const greeting = `I answer questions about this site from its published pages, with quotes and links to their sources. I use no other sources, and I do not make up answers.

Ask in full sentences, for example:

- How do I create an API key?
- Which settings control email?
- What happens to a job when its runner crashes?`
