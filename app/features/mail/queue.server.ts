import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { OutboxQuery } from '#app/features/mail/queue-query.ts'
import { type EmailKind, emailNames, type EmailData } from '#app/features/mail/schema.ts'
import {
  countEmails,
  deleteEmailsTo,
  insertEmail,
  emailById,
  type EmailRow,
  emailRows,
  emailsTo,
  oldestDelayedEmail,
  requeueEmail,
} from '#app/features/mail/store.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'

/** How many letters wait to be sent. Its caller has authorised it. */
export const countWaitingEmails = ({ db }: Pick<Context, 'db'>) => countEmails(db, 'waiting')

/**
 * Puts a letter into the outbox, in the transaction of what it tells of: it is sent when that is kept, and not otherwise.
 * Its caller has authorised it.
 */
export async function queueEmail<K extends EmailKind>(
  ctx: Context,
  { kind, recipient, data }: { kind: K; recipient: string; data: EmailData[K] },
): Promise<void> {
  const at = ctx.now().toISOString()
  await insertEmail(ctx.db, {
    id: orderedId(ctx.now()),
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
export const wakeMailWorker = (ctx: Pick<Context, 'signals'>): Promise<void> =>
  ctx.signals.publish('mail', {})

/** What is noted of the letters to an address, without what they are made from. Its caller has authorised it. */
export const exportEmails = (ctx: Pick<Context, 'db'>, recipient: string) => emailsTo(ctx.db, recipient)

/** Takes every letter to an address out of the outbox, sent or not. Its caller has authorised it. */
export const deleteEmails = (ctx: Context, recipient: string): Promise<void> =>
  deleteEmailsTo(ctx.db, recipient)

const PER_PAGE = 25

/** The letters of the last thirty days, a page of them, the newest first. Nothing of what they say. */
export async function listOutbox(ctx: Context, { status, page }: OutboxQuery) {
  allow(ctx, 'mail:read')
  const total = await countEmails(ctx.db, status)
  const rows = await emailRows(ctx.db, { status, limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  return { letters: rows.map(present), number: page, pages: Math.max(1, Math.ceil(total / PER_PAGE)) }
}

/** How many letters could not be sent, and when the newest of them was given up; null when there are none. */
export async function failedEmails(ctx: Context): Promise<{ total: number; at: string } | null> {
  allow(ctx, 'mail:read')
  const [newest] = await emailRows(ctx.db, { status: 'failed', limit: 1, offset: 0 })
  if (!newest) return null
  return { total: await countEmails(ctx.db, 'failed'), at: newest.settled_at ?? newest.created_at }
}

/** Has a letter that failed sent again, as if it had been asked for now. Throws `Conflict` when it did not fail. */
export async function retryEmail(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'mail:read')
  await inTransaction(ctx, async (inner) => {
    const before = found(await emailById(inner.db, id), 'There is no such letter.')
    const row = await requeueEmail(inner.db, id, inner.now().toISOString())
    if (!row) throw new Conflict('This letter did not fail, or is being sent again already.')
    const details = { kind: row.kind, created_at: before.created_at }
    await recordAudit(inner, { action: 'mail.retried', target: { kind: 'letter', id, name: null }, details })
  })
  await wakeMailWorker(ctx)
}

const present = ({ data: _data, kind, ...row }: EmailRow) => ({
  ...row,
  kind: (emailNames as Record<string, string>)[kind] ?? kind,
})

/** A letter as the outbox shows it. */
export type OutboxEmail = ReturnType<typeof present>

/** That letters wait because the mail server took none of them, and since when; null while all is well. Names nobody. */
export async function deliveryProblem(ctx: Pick<Context, 'db'>) {
  const delayed = await oldestDelayedEmail(ctx.db)
  if (!delayed) return null
  return { code: 'mail_delayed', message: 'Letters wait for the mail server.', at: delayed.created_at }
}
