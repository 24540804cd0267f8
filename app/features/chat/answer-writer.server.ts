import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { numberEvents, piece, type Piece } from '#app/features/chat/finalize.server.ts'
import { insertEvents, recordHeartbeat } from '#app/features/chat/store.server.ts'
import type { AnswerPiece, Usage } from '#app/features/chat/schema.ts'

/** Interval at which batches of pieces are stored and announced, in milliseconds. */
const BATCH_MS = 60
/** Interval between heartbeats, which also detect a stopped answer, in milliseconds. */
const HEARTBEAT_MS = 2_000

type Pending = { event: 'delta'; text: string } | { event: 'citation'; data: object }

/**
 * Stores the pieces of an answer as events, in batches, and notifies its readers. Calls `over` if the answer has ended
 * elsewhere or cannot be stored.
 */
export function openAnswerWriter(ctx: Context, id: string, over: () => void) {
  let pending: Pending[] = []
  // The first event was stored before the first piece.
  let last = 1
  let usage: Usage | null = null
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const beat = setInterval(keep, HEARTBEAT_MS).unref()
  const unsubscribe = ctx.signals.subscribe('chat_stop', ({ message }) => void (message === id && keep()))

  function end() {
    isOver = true
    over()
  }

  function keep() {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'an answer of the chat could not be stored')
      end()
    })
    return writing
  }

  async function write() {
    if (isOver) return
    const pieces = pending.map(toPiece)
    pending = []
    const isKept = await inTransaction(ctx, async ({ db, now }) => {
      if (!(await recordHeartbeat(db, id, now().toISOString()))) return false
      if (pieces.length) await insertEvents(db, numberEvents(id, last, pieces))
      return true
    })
    if (!isKept) return end()
    last += pieces.length
    if (pieces.length) await ctx.signals.publish('chat', { message: id })
  }

  return {
    add(made: AnswerPiece) {
      if ('usage' in made) usage = made.usage
      else if ('citation' in made) pending.push({ event: 'citation', data: made.citation })
      else {
        const before = pending.at(-1)
        if (before?.event === 'delta') before.text += made.text
        else pending.push({ event: 'delta', text: made.text })
      }
      if (pending.length) timer ??= setTimeout(keep, BATCH_MS)
    },
    /**
     * Stops the writer. Returns the pieces that are not stored yet, so that the caller stores them with the final
     * event.
     */
    async close(): Promise<{ rest: Piece[]; usage: Usage | null }> {
      clearTimeout(timer)
      clearInterval(beat)
      unsubscribe()
      await writing
      isOver = true
      return { rest: pending.map(toPiece), usage }
    },
  }
}

const toPiece = (one: Pending): Piece =>
  one.event === 'delta' ? piece('delta', { text: one.text }) : piece('citation', one.data)
