import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { parseBounded } from '#app/primitives/bounded-json.ts'
import { ModelFailed } from '#app/features/chat/answering/failure.ts'
import type { Made } from '#app/features/chat/schema.ts'

/** What a stream of a model may have in all, in bytes, and what an answer may have, in characters. */
const MOST = 4 * 1024 * 1024
const LONGEST = 32_000

/** A piece of an answer as OpenAI’s API sends it; of what else it has nothing is used. */
const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({ prompt_tokens: z.number().int().nullish(), completion_tokens: z.number().int().nullish() })
    .nullish(),
  error: z.unknown().optional(),
})

const unreadable = () =>
  new ModelFailed('provider_unreadable', 'The model answered with something that cannot be read.')
const tooLarge = () =>
  new ModelFailed('provider_too_large', 'The model answered with more than there may be.')

/**
 * Reads the Server-Sent Events of a chat completion, however they are cut into pieces. Throws `ModelFailed` for what is no
 * such stream, for one that is too large, and for one that ends before the model said that it is done.
 */
export async function* readCompletion(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Made> {
  const decoder = new TextDecoder()
  const events: string[] = []
  let isWrong = false
  const parser = createParser({
    onEvent: ({ data }) => void events.push(data),
    onError: ({ type }) => void (isWrong ||= type !== 'invalid-retry'),
  })
  let [size, length, isDone] = [0, 0, false]
  for await (const piece of bytes) {
    if ((size += piece.length) > MOST) throw tooLarge()
    parser.feed(decoder.decode(piece, { stream: true }))
    if (isWrong) throw unreadable()
    for (const data of events.splice(0)) {
      if (data.trim() === '[DONE]') return
      const { text, usage, isLast } = read(data)
      isDone ||= isLast
      if (text && (length += text.length) > LONGEST) throw tooLarge()
      if (text) yield { text }
      if (usage) yield { usage }
    }
  }
  if (!isDone) throw new ModelFailed('provider_cut', 'The model broke off in the middle of its answer.')
}

function read(data: string) {
  const parsed = chunk.safeParse(parseJson(data))
  if (!parsed.success) throw unreadable()
  const { choices, usage, error } = parsed.data
  if (error) throw new ModelFailed('provider_failed', 'The model failed in the middle of its answer.')
  const [choice] = choices ?? []
  return {
    // A text may have any sign but those that no database takes.
    text: choice?.delta?.content?.replace(/[\0\p{Surrogate}]/gu, '') ?? '',
    isLast: Boolean(choice?.finish_reason),
    usage: usage && {
      input_tokens: usage.prompt_tokens ?? null,
      output_tokens: usage.completion_tokens ?? null,
    },
  }
}

function parseJson(data: string): unknown {
  try {
    return parseBounded(data)
  } catch {
    throw unreadable()
  }
}
