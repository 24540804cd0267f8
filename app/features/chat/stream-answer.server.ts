import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { fromJson } from '#app/primitives/json.ts'
import { eventStream, type EventStream, type StreamControl } from '#app/platform/live/event-stream.server.ts'
import type { IdempotentCall } from '#app/features/idempotency/idempotency.server.ts'
import { ask, type StartedAnswer } from '#app/features/chat/ask.server.ts'
import { finalizeLost } from '#app/features/chat/finalize.server.ts'
import { eventsAfter, type MessageRow } from '#app/features/chat/store.server.ts'
import { ownAnswer } from '#app/features/chat/messages.server.ts'
import type { Ask } from '#app/features/chat/schema.ts'

/** Intervals between comments that keep a stream open, and between polls without a signal, in milliseconds. */
const COMMENT_EVERY = 15_000
const POLL_INTERVAL_MS = 1_000
const RETRY = 1_000
/** Maximum number of events per query. */
const BATCH_SIZE = 200

/**
 * Asks a question and streams the answer. Errors are thrown when the stream is read. A call with the same `repeat`
 * streams the first answer from the beginning.
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
 * Streams the events after event `after` in the actor's answer. Resumes an interrupted stream on any instance. Throws
 * `NotFound`, and `TryLater` when the stream is read.
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
      // The answer ended between the two reads, or its events have been deleted.
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

/** Returns the current row of the answer, or null if it was deleted. */
const currentAnswer = (ctx: Context, id: string) =>
  ownAnswer(ctx, id).catch((error: unknown) => {
    if (error instanceof NotFound) return null
    throw error
  })

const eventText = (event: string, data: string, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

/**
 * Returns a complete answer as events, starting with `message.start`, for clients that connect after its events were
 * deleted.
 */
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
    ...fromJson(citations).map((citation) => eventText('citation', JSON.stringify(citation))),
    ...(content ? [eventText('delta', JSON.stringify({ text: content }))] : []),
    ...(error ? [eventText('error', error)] : []),
    eventText('message.end', `{"status":"${status}","usage":${usage ?? 'null'}}`, last_event!),
  ].join('')
}
