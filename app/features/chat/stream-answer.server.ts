import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { eventStream, type EventStream, type StreamControl } from '#app/platform/live/event-stream.server.ts'
import type { IdempotentCall } from '#app/features/idempotency/idempotency.server.ts'
import { ask, type StartedAnswer } from '#app/features/chat/ask.server.ts'
import { finalizeLost } from '#app/features/chat/finalize.server.ts'
import { eventsAfter, type MessageRow } from '#app/features/chat/store.server.ts'
import { ownAnswer } from '#app/features/chat/messages.server.ts'
import type { Ask } from '#app/features/chat/schema.ts'

/** How often a comment keeps a stream open, and how often it looks without a signal, in milliseconds. */
const COMMENT_EVERY = 15_000
const POLL_INTERVAL_MS = 1_000
const RETRY = 1_000
/** Events that are read at once. */
const BATCH_SIZE = 200

/**
 * Asks, and follows the answer. What is refused is thrown when it is read. A `repeat` follows the first answer from its
 * beginning.
 */
export async function askAndStream(
  ctx: Context,
  input: Ask,
  repeat: IdempotentCall | null = null,
): Promise<EventStream> {
  allow(ctx, 'chat:use')
  return eventStream(ctx, (waiting) => streamEvents(ctx, waiting, () => ask(ctx, input, repeat), 0))
}

/**
 * The events of one of one’s own answers from the one after `after` on, as they come, to its end. It goes on from where
 * another stream was cut, on whichever instance. Throws `NotFound`, and `TryLater` when it is read.
 */
export async function streamAnswer(
  ctx: Context,
  { id, after }: { id: string; after: number },
): Promise<EventStream> {
  const { conversation_id } = await ownAnswer(ctx, id)
  const begun = { messageId: id, conversationId: conversation_id }
  return eventStream(ctx, (waiting) => streamEvents(ctx, waiting, async () => begun, after))
}

async function* streamEvents(
  ctx: Context,
  { isClosed, wake, isIdleFor }: StreamControl,
  begin: () => Promise<StartedAnswer>,
  after: number,
): AsyncGenerator<string, void> {
  const { messageId } = await begin()
  let isNew: boolean
  const unsubscribe = ctx.signals.subscribe('chat', ({ message }) => {
    if (message !== messageId) return
    isNew = true
    wake()
  })
  try {
    yield `retry: ${RETRY}\n\n`
    let [seen, quiet] = [after, 0]
    while (!isClosed()) {
      isNew = false
      const events = await eventsAfter(ctx.db, messageId, seen, BATCH_SIZE)
      if (events.length) {
        quiet = 0
        seen = events.at(-1)!.seq
        yield events.map(({ seq, event, data }) => eventText(event, data, seq)).join('')
        if (events.at(-1)!.event === 'message.end') return
        continue
      }
      const row = await currentAnswer(ctx, messageId)
      if (!row) return
      // It ended between the two readings, or its events are no longer kept.
      if (row.status !== 'streaming') {
        const isKept = (await eventsAfter(ctx.db, messageId, 0, 1)).length > 0
        if (isKept && seen < row.last_event!) continue
        if (seen < row.last_event!) yield wholeAnswerEvents(row)
        return
      }
      await finalizeLost(ctx)
      if (!isNew && (await isIdleFor(POLL_INTERVAL_MS)) && ++quiet % (COMMENT_EVERY / POLL_INTERVAL_MS) === 0)
        yield ': still here\n\n'
    }
  } finally {
    unsubscribe()
  }
}

/** The answer as it stands; null once it was deleted. */
const currentAnswer = (ctx: Context, id: string) =>
  ownAnswer(ctx, id).catch((error: unknown) => {
    if (error instanceof NotFound) return null
    throw error
  })

const eventText = (event: string, data: string, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

/** A whole answer anew, for who comes so late that its events are gone: it begins with `message.start`. */
function wholeAnswerEvents({
  id,
  conversation_id,
  content,
  citations,
  status,
  error,
  usage,
  last_event,
}: MessageRow): string {
  return [
    eventText('message.start', JSON.stringify({ message_id: id, conversation_id })),
    ...(JSON.parse(citations) as object[]).map((citation) => eventText('citation', JSON.stringify(citation))),
    ...(content ? [eventText('delta', JSON.stringify({ text: content }))] : []),
    ...(error ? [eventText('error', error)] : []),
    eventText('message.end', `{"status":"${status}","usage":${usage ?? 'null'}}`, last_event!),
  ].join('')
}
