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

/** Counts the emails that wait to be sent. Callers authorize first. */
export const countWaitingEmails = ({ db }: Pick<Context, 'db'>) => countEmails(db, 'waiting')

/** Queues an email in the caller's transaction, so that it is sent only after a commit. Callers authorize first. */
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

/** Wakes the mail worker. Call this function after the transaction, or new emails wait for the next pass. */
export const wakeMailWorker = (ctx: Pick<Context, 'signals'>): Promise<void> =>
  ctx.signals.publish('mail', {})

/** Returns the outbox metadata for all emails to an address, without the email data. Callers authorize first. */
export const exportEmails = (ctx: Pick<Context, 'db'>, recipient: string) => emailsTo(ctx.db, recipient)

/** Deletes all outbox emails to an address, sent or not. Callers authorize first. */
export const deleteEmails = (ctx: Context, recipient: string): Promise<void> =>
  deleteEmailsTo(ctx.db, recipient)

const PER_PAGE = 25

/** Lists a page of the emails from the last thirty days, newest first, without their content. */
export async function listOutbox(ctx: Context, { status, page }: OutboxQuery) {
  allow(ctx, 'mail:read')
  const total = await countEmails(ctx.db, status)
  const rows = await emailRows(ctx.db, { status, limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  return { emails: rows.map(present), number: page, pages: Math.max(1, Math.ceil(total / PER_PAGE)) }
}

/** Returns the number of failed emails and the time of the latest failure, or null if no email failed. */
export async function failedEmails(ctx: Context): Promise<{ total: number; at: string } | null> {
  allow(ctx, 'mail:read')
  const [newest] = await emailRows(ctx.db, { status: 'failed', limit: 1, offset: 0 })
  if (!newest) return null
  return { total: await countEmails(ctx.db, 'failed'), at: newest.settled_at ?? newest.created_at }
}

/** Queues a failed email again with a new creation time. Throws `Conflict` if the email did not fail. */
export async function retryEmail(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'mail:read')
  await inTransaction(ctx, async (inner) => {
    const before = found(await emailById(inner.db, id), 'This email does not exist.')
    const row = await requeueEmail(inner.db, id, inner.now().toISOString())
    if (!row) throw new Conflict('This email did not fail, or is already being sent again.')
    const details = { kind: row.kind, created_at: before.created_at }
    await recordAudit(inner, { action: 'mail.retried', target: { kind: 'letter', id, name: null }, details })
  })
  await wakeMailWorker(ctx)
}

const present = ({ data: _data, kind, ...row }: EmailRow) => ({
  ...row,
  kind: (emailNames as Record<string, string>)[kind] ?? kind,
})

/** Email as shown in the outbox. */
export type OutboxEmail = ReturnType<typeof present>

/**
 * Returns a problem if emails are waiting after a failed attempt, else null. The problem contains the creation time of
 * the oldest email and no recipients.
 */
export async function deliveryProblem(ctx: Pick<Context, 'db'>) {
  const delayed = await oldestDelayedEmail(ctx.db)
  if (!delayed) return null
  return { code: 'mail_delayed', message: 'Emails are waiting for the mail server.', at: delayed.created_at }
}
