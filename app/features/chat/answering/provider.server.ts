import { randomBytes } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { ModelError, promptOf, readCompletion, type Turn } from '#app/features/chat/answering/completion.ts'
import type { AnswerPiece } from '#app/features/chat/schema.ts'
import { findExtracts, type Question } from '#app/features/chat/answering/extractive-answer.server.ts'

/** Timeouts in milliseconds, for silence and for the whole response. */
type ModelTimeouts = { silence: number; whole: number }
const defaultTimeouts: ModelTimeouts = { silence: 30_000, whole: 120_000 }

type ModelQuestion = Question & { history: { role: 'user' | 'assistant'; content: string }[] }

/**
 * Writes an answer from extracts of the site search, with a model behind an OpenAI-compatible API. Sends the citations
 * first, so that numbers in the text can be resolved. Throws `ModelError`. Never logs the API key or texts.
 */
export async function* answerWithModel(
  ctx: Pick<Context, 'contentIndex' | 'config' | 'log'> & Partial<Pick<Context, 'readers' | 'origin'>>,
  asked: ModelQuestion,
  signal: AbortSignal,
  patience: ModelTimeouts = defaultTimeouts,
): AsyncGenerator<AnswerPiece> {
  const { extracts } = await findExtracts(ctx, asked)
  for (const { citation } of extracts) yield { citation }
  const messages = promptOf({ ...asked, extracts }, randomBytes(6).toString('hex'))
  yield* complete(ctx, messages, signal, patience)
}

async function* complete(
  { config, log }: Pick<Context, 'config' | 'log'>,
  messages: Turn[],
  signal: AbortSignal,
  { silence, whole }: ModelTimeouts,
): AsyncGenerator<AnswerPiece> {
  const { baseUrl, apiKey, model } = config.chat!
  const late = new AbortController()
  const quiet = setTimeout(() => late.abort(), silence)
  const limit = setTimeout(() => late.abort(), whole)
  const timedOut = () =>
    new ModelError('provider_timeout', 'The model did not respond in time. Try again soon.')
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, late.signal]),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
      },
      body: JSON.stringify({ model, messages, stream: true, stream_options: { include_usage: true } }),
    })
    quiet.refresh()
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel()
      log.warn({ status: response.status }, 'the model of the chat rejected the request')
      throw refusalOf(response.status)
    }
    if (!/^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '')) {
      await response.body.cancel()
      throw new ModelError('provider_unreadable', 'The model sent an unreadable response. Try again.')
    }
    yield* readCompletion(readChunks(response.body, () => quiet.refresh()))
  } catch (error) {
    if (error instanceof ModelError) throw error
    if (signal.aborted) throw signal.reason
    if (late.signal.aborted) throw timedOut()
    log.warn({ code: codeOf(error) }, 'the model of the chat does not respond')
    throw new ModelError('provider_failed', 'The model did not respond. Try again soon.')
  } finally {
    clearTimeout(quiet)
    clearTimeout(limit)
    late.abort()
  }
}

async function* readChunks(body: ReadableStream<Uint8Array>, note: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    note()
    yield piece
  }
}

/** Returns only the code of a connection error, never the data that was sent. */
const codeOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? error.cause.code
    : 'unknown'

function refusalOf(status: number): ModelError {
  if (status === 401 || status === 403)
    return new ModelError(
      'provider_unauthorized',
      'The model rejected this site’s API key. Contact the site owner.',
    )
  if (status === 429)
    return new ModelError('provider_rate_limited', 'The model is overloaded. Try again in a minute.')
  return new ModelError('provider_failed', 'The model could not answer. Try again soon.')
}
