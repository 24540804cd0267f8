import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import type { Citation, Fault, Usage } from '#app/features/chat/schema.ts'
import {
  deleteEvents,
  type EventRow,
  eventsAfter,
  insertEvents,
  lostMessages,
  settleMessage,
  touchConversation,
  writeContent,
} from '#app/features/chat/store.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/** How long nothing may be heard of whoever writes an answer before it counts as lost, in milliseconds. */
const LEASE_MS = 30_000
/** How long the events of an answer are kept after its end, in milliseconds; its text is kept. */
const EVENT_RETENTION_MS = 60 * 60_000
const BATCH_SIZE = 100

/** An event as it is kept, without its place. */
export type Piece = Pick<EventRow, 'event' | 'data'>

type AnswerEnd = {
  status: 'complete' | 'stopped' | 'failed'
  fault?: Fault | undefined
  usage?: Usage | null
  /** What was made and has not been kept yet. */
  rest?: Piece[]
  /** Only when its writer was heard of last before this time. */
  lostBefore?: string
}

export const interrupted: Fault = {
  error: 'The server that wrote this answer went away. Try again.',
  code: 'interrupted',
}

/** The text of an answer and what it cites, from its events. */
export function assemble(events: Pick<EventRow, 'event' | 'data'>[]) {
  const of = (name: string) =>
    events.filter(({ event }) => event === name).map(({ data }) => JSON.parse(data) as object)
  return {
    content: (of('delta') as { text: string }[]).map(({ text }) => text).join(''),
    citations: of('citation') as Citation[],
  }
}

/**
 * Ends an answer, whoever wrote it, with all that was sent of it. Of several who end it the first one does, and nothing is
 * added to it after: false for the others.
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
    const row = await settleMessage(db, id, facts, lostBefore)
    if (!row) return false
    const kept = await eventsAfter(db, id, 0)
    const pieces = [
      ...rest,
      ...(fault ? [piece('error', fault)] : []),
      piece('message.end', { status, usage }),
    ]
    const last = kept.at(-1)?.seq ?? 0
    await insertEvents(db, numberEvents(id, last, pieces))
    const { content, citations } = assemble([...kept, ...rest])
    const last_event = last + pieces.length
    await writeContent(db, id, { content, citations: JSON.stringify(citations), last_event })
    await touchConversation(db, row.conversation_id, at)
    return true
  })
  if (ended) await ctx.signals.publish('chat', { message: id })
  return ended
}

export const piece = (event: string, data: object): Piece => ({ event, data: JSON.stringify(data) })

/** The pieces as the events that follow the one at `last`. */
export const numberEvents = (message_id: string, last: number, pieces: Piece[]): EventRow[] =>
  pieces.map((one, index) => ({ message_id, seq: last + 1 + index, ...one }))

/** Ends answers whose writer has died. Whoever looks at answers asks for it; nobody has to be told who died. */
export async function finalizeLost(ctx: Context): Promise<void> {
  const lostBefore = new Date(ctx.now().getTime() - LEASE_MS).toISOString()
  for (const { id } of await lostMessages(ctx.db, lostBefore, BATCH_SIZE)) {
    await finalizeAnswer(ctx, id, { status: 'failed', fault: interrupted, lostBefore })
  }
}

/** Deletes the events of answers that ended an hour ago: who asks for these gets the text in one piece. */
export async function purgeChat(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  const before = new Date(ctx.now().getTime() - EVENT_RETENTION_MS).toISOString()
  await inBatches(sweeping, (limit) => deleteEvents(ctx.db, before, limit), BATCH_SIZE)
}
