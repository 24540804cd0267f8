import type { Context } from '#app/context.server.ts'
import {
  discordText,
  escapeText,
  fitLines,
  fitText,
  linkTo,
  MAX_MESSAGE,
} from '#app/features/ask/discord-text.ts'
import { withinRunningLimit } from '#app/features/ask/limits.server.ts'
import { ModelError } from '#app/features/chat/answering/completion.ts'
import { findExtracts, type Extract } from '#app/features/chat/answering/extractive-answer.server.ts'
import { answerWithModel } from '#app/features/chat/answering/provider.server.ts'
import { recordModelOutcome } from '#app/features/chat/outcome.server.ts'
import { MINUTE, SECOND } from '#app/primitives/time.ts'

/** Answer in Discord's form. Only a covered answer has extracts that a model can use. */
export type DiscordAnswer = { content: string; extracts: Extract[]; isCovered: boolean }

/** Maximum number of nearest pages that are named if none of them answers the question. */
const MAX_NEAREST = 3

/** Question of a member. An answer with `isQuoted` begins with the question. */
export type DiscordQuestion = { question: string; isQuoted: boolean }

/** Answers a question from the public pages in at most 2,000 characters, with links to the pages. */
export async function answerForDiscord(
  { contentIndex, config }: Pick<Context, 'contentIndex' | 'config'>,
  asked: DiscordQuestion,
): Promise<DiscordAnswer> {
  const { question } = asked
  // Members of Discord servers are no readers of the site, so their questions are not counted.
  const { extracts, is } = await findExtracts({ contentIndex, config }, { question, earlier: [] })
  if (is === 'no question') return { content: NO_QUESTION, extracts: [], isCovered: false }
  if (is === 'covered') return { content: quoteOf(asked, extracts), extracts, isCovered: true }
  const nearest = extracts.slice(0, MAX_NEAREST).map(({ citation }) => citation)
  const content = fitLines(
    [
      '**Not covered here.** The published pages do not answer this question.',
      ...(nearest.length ? ['The nearest pages:', ...nearest.map((one) => `- ${linkTo(one)}`)] : []),
      `Ask again in other words, or [search the site](<${searchUrl(config.siteUrl, question)}>).`,
    ],
    MAX_MESSAGE,
  )
  return { content, extracts: [], isCovered: false }
}

const NO_QUESTION = 'Ask about one thing in a full sentence, such as “How do I create an API key?”.'

const searchUrl = (siteUrl: string, question: string) =>
  `${siteUrl}/search?${new URLSearchParams({ q: question.slice(0, 100) })}`

function quoteOf(asked: DiscordQuestion, extracts: Extract[]): string {
  const [best, ...others] = extracts as [Extract, ...Extract[]]
  const lead = `${leadOf(asked)}\n**${linkTo(best.citation)}**`
  const sources = sourcesOf('Other pages', others, () => '-')
  return withSources(lead, discordText(best.text), sources)
}

/** Time that a model has for an answer before the quote is sent instead. Longer than the model's timeout. */
export const MODEL_WAIT_MS = 2 * MINUTE + 10 * SECOND

/** Returns the model's answer with its sources, or null if the model fails or the member has too many running answers. */
export const answerWithinLimit = (
  ctx: Context,
  member: { userId: string; guildId: string },
  { asked, extracts }: { asked: DiscordQuestion; extracts: Extract[] },
): Promise<string | null> => withinRunningLimit(ctx, member, () => askModel(ctx, asked, extracts))

async function askModel(ctx: Context, asked: DiscordQuestion, extracts: Extract[]): Promise<string | null> {
  const model = ctx.config.chat!.model
  let text = ''
  try {
    const question = { question: asked.question, earlier: [], history: [] }
    for await (const piece of answerWithModel(ctx, question, new AbortController().signal))
      if ('text' in piece) text += piece.text
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    await recordModelOutcome(ctx, model, { error: error.message, code: error.code })
    return null
  }
  await recordModelOutcome(ctx, model, null)
  return modelAnswer(asked, text.trim(), extracts)
}

/** Formats the answer of a model: its text without links, and the cited pages. */
function modelAnswer(asked: DiscordQuestion, text: string, extracts: Extract[]): string {
  const cited = extracts.filter(({ citation: { n } }) => text.includes(`[${n}]`))
  // A question can ask the model for any link, so only the sources are links.
  const plain = discordText(text)
    .replace(/\]\([^)\n]*\)/g, ']')
    .replace(/\]\(/g, '] (')
    .replace(/(?:\b[a-z]{2,20})?:\/\/+/gi, '')
    .replace(/^[ \t]{0,20}(?:#{1,3}|-#|>{1,3}) /gm, '')
  const sources = sourcesOf('Sources', cited.length ? cited : extracts, (n) => `[${n}]`)
  return withSources(leadOf(asked), plain, sources)
}

const leadOf = ({ question, isQuoted }: DiscordQuestion) => (isQuoted ? `> ${escapeText(question)}` : '')

const sourcesOf = (label: string, extracts: Extract[], mark: (n: number) => string) => {
  const links = extracts.map(({ citation }) => `${mark(citation.n)} ${linkTo(citation)}`)
  return links.length ? `\n${label}:\n${fitLines(links, MAX_SOURCES)}` : ''
}

/** Maximum length of the list of sources, in characters. */
const MAX_SOURCES = 600

const withSources = (lead: string, text: string, sources: string) =>
  `${lead}\n${fitText(text, MAX_MESSAGE - lead.length - sources.length - 2)}\n${sources}`.trim()
