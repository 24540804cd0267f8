import { monotonicFactory } from 'ulid'
import type { Context } from '#app/context.server.ts'
import type { LetterKind, Letters } from '#app/features/mail/schema.ts'
import { deleteLettersTo, insertLetter } from '#app/features/mail/store.server.ts'

/** Letters of one millisecond keep their order. */
const nextId = monotonicFactory()

/**
 * Puts a letter into the outbox, in the transaction of what it tells of: it is sent when that is kept, and not otherwise.
 * Its caller has authorised it.
 */
export async function queueLetter<K extends LetterKind>(
  ctx: Context,
  { kind, recipient, data }: { kind: K; recipient: string; data: Letters[K] },
): Promise<void> {
  const at = ctx.now().toISOString()
  await insertLetter(ctx.db, {
    id: nextId(ctx.now().getTime()),
    kind,
    recipient,
    data: JSON.stringify(data),
    status: 'waiting',
    attempts: 0,
    created_at: at,
    next_attempt_at: at,
  })
}

/** Wakes whoever sends letters. Call it after the transaction; without it they go out with the next round. */
export const sendLetters = (ctx: Pick<Context, 'signals'>): Promise<void> => ctx.signals.publish('mail', {})

/** Takes every letter to an address out of the outbox, sent or not. Its caller has authorised it. */
export const forgetLetters = (ctx: Context, recipient: string): Promise<void> =>
  deleteLettersTo(ctx.db, recipient)
