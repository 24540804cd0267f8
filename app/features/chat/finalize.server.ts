import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import type { Citation, Fault, Usage } from '#app/features/chat/schema.ts'
import * as store from '#app/features/chat/store.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/** Maximum time between heartbeats before an answer counts as lost, in milliseconds. */
const LEASE_MS = 30_000
/** Retention of an answer's events after the answer has ended, in milliseconds. The text of the answer is kept. */
const EVENT_RETENTION_MS = 60 * 60_000
const BATCH_SIZE = 100

/** Stored event without its position. */
export type Piece = Pick<store.EventRow, 'event' | 'data'>

type AnswerEnd = {
  status: 'complete' | 'stopped' | 'failed'
  fault?: Fault | undefined
  usage?: Usage | null
  /** Pieces that are not stored yet. */
  rest?: Piece[]
  /** Ends the answer only if its last heartbeat was before this time. */
  lostBefore?: string
}

export const interrupted: Fault = {
  error: 'The server stopped before this answer was complete. Try again.',
  code: 'interrupted',
}

/** Assembles the text and the citations of an answer from its events. */
export function assemble(events: Pick<store.EventRow, 'event' | 'data'>[]) {
  const of = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => fromJson(data))
  return {
    content: (of('delta') as { text: string }[]).map(({ text }) => text).join(''),
    citations: of('citation') as Citation[],
  }
}

/**
 * Ends an answer with all text so far. Only the first of several concurrent calls succeeds and returns true. No more
 * text can be added afterward.
 */
export async function finalizeAnswer(ctx: Context, id: string, ending: AnswerEnd): Promise<boolean> {
  const { status, fault, usage = null, rest = [], lostBefore } = ending
  const ended = await inTransaction(ctx, async ({ db, now }) => {
    const at = now().toISOString()
    const facts = {
      status,
      error: fault ? JSON.stringify(fault) : null,
      usage: usage && JSON.stringify(usage),
      finished_at: at,
    }
    const row = await store.settleMessage(db, id, facts, lostBefore)
    if (!row) return false
    const kept = await store.eventsAfter(db, id, 0)
    const pieces = [
      ...rest,
      ...(fault ? [piece('error', fault)] : []),
      piece('message.end', { status, usage }),
    ]
    const last = kept.at(-1)?.seq ?? 0
    await store.insertEvents(db, numberEvents(id, last, pieces))
    const { content, citations } = assemble([...kept, ...rest])
    const last_event = last + pieces.length
    await store.writeContent(db, id, { content, citations: JSON.stringify(citations), last_event })
    await store.touchConversation(db, row.conversation_id, at)
    return true
  })
  if (ended) await ctx.signals.publish('chat', { message: id })
  return ended
}

export const piece = (event: string, data: object): Piece => ({ event, data: JSON.stringify(data) })

/** Converts pieces to the events that follow the event at `last`. */
export const numberEvents = (message_id: string, last: number, pieces: Piece[]): store.EventRow[] =>
  pieces.map((one, index) => ({ message_id, seq: last + 1 + index, ...one }))

/** Ends answers whose writer has crashed. Runs when answers are read, so that no crash detection is needed. */
export async function finalizeLost(ctx: Context): Promise<void> {
  const lostBefore = new Date(ctx.now().getTime() - LEASE_MS).toISOString()
  for (const { id } of await store.lostMessages(ctx.db, lostBefore, BATCH_SIZE)) {
    await finalizeAnswer(ctx, id, { status: 'failed', fault: interrupted, lostBefore })
  }
}

/**
 * Deletes the events of answers that ended an hour ago. Later streams of these answers contain the text in one piece.
 */
export async function purgeChat(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  const before = new Date(ctx.now().getTime() - EVENT_RETENTION_MS).toISOString()
  await inBatches(sweeping, (limit) => store.deleteEvents(ctx.db, before, limit), BATCH_SIZE)
}
