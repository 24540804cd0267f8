import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import {
  type InboxCounts,
  type InboxQuery,
  type Submission,
  type SubmissionChange,
  type SubmissionStatus,
  submissionStatuses,
} from '#app/features/contact/schema.ts'
import {
  countsByStatus,
  countUnread,
  deleteSubmission,
  deleteSubmissionsFrom,
  markRead,
  submissionById,
  type SubmissionOrder,
  type SubmissionRow,
  submissionRows,
  submissionsFrom,
  subjectsOf,
  updateSubmission,
} from '#app/features/contact/store.server.ts'
import { bulkForm, changeSelected, type BulkInput } from '#app/operations/bulk.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'

/** Masks a name as initials: `A. L.` */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((word) => `${[...word][0]!}.`)
    .join(' ')

/** Masks an email address: `a•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const host = email.slice(at + 1)
  const dot = host.lastIndexOf('.')
  return `${[...email][0] ?? ''}•••@${[...host][0] ?? ''}•••${dot > 0 ? host.slice(dot) : ''}`
}

type One = { id: string }

/**
 * Lists messages, newest first. By default, unread messages are before all others. Omits spam unless `status` is set.
 * Senders are masked.
 */
export async function listSubmissions(
  ctx: Context,
  { status, limit, offset }: InboxQuery,
  first: SubmissionOrder = 'unread',
) {
  allow(ctx, 'contact:read')
  const counts = await countSubmissions(ctx)
  const rows = await submissionRows(ctx.db, { status, limit, offset, first })
  const total = status
    ? counts[status]
    : submissionStatuses.reduce((sum, one) => sum + (one === 'spam' ? 0 : counts[one]), 0)
  return { submissions: rows.map(masked), counts, total, limit, offset }
}

/** Returns a message with a masked sender. Throws `NotFound`. */
export async function readSubmission(ctx: Context, { id }: One): Promise<{ submission: Submission }> {
  allow(ctx, 'contact:read')
  return { submission: masked(await requireMessage(ctx, id)) }
}

/** Returns a message with the full sender. Audited. Throws `NotFound`. */
export async function revealSubmission(ctx: Context, { id }: One): Promise<{ submission: Submission }> {
  allow(ctx, 'contact:read')
  const row = await requireMessage(ctx, id)
  await recordAudit(ctx, { action: 'contact.revealed', target: targetOf(id) })
  return { submission: { ...row, masked: false } }
}

/** Marks an unread message as read, because its text was shown. Does nothing for other messages. Throws `NotFound`. */
export async function openSubmission(ctx: Context, { id }: One): Promise<null> {
  allow(ctx, 'contact:write')
  return inTransaction(ctx, async (inner) => {
    if (await markRead(inner.db, id, inner.now().toISOString())) {
      const details = { from: 'unread', to: 'read' }
      await recordAudit(inner, { action: 'contact.changed', target: targetOf(id), details })
    } else await requireMessage(inner, id)
    return null
  })
}

/**
 * Reveals the sender of a message for a reply and marks the message as resolved. Audited. Returns the previous status,
 * so that the change can be undone. Throws `NotFound`.
 */
export async function replyToSubmission(
  ctx: Context,
  { id }: One,
): Promise<{ submission: Submission; was: SubmissionStatus }> {
  allow(ctx, 'contact:write')
  return inTransaction(ctx, async (inner) => {
    const { status: was } = await requireMessage(inner, id)
    await changeSubmission(inner, { id, status: 'resolved' })
    return { ...(await revealSubmission(inner, { id })), was }
  })
}

/** Changes the status or note of a message. Throws `NotFound`. */
export async function changeSubmission(
  ctx: Context,
  { id, status, note }: One & SubmissionChange,
): Promise<{ submission: Submission }> {
  allow(ctx, 'contact:write')
  return inTransaction(ctx, async (inner) => {
    const before = await requireMessage(inner, id)
    const noted = note === undefined ? before.note : note || null
    const moved = status !== undefined && status !== before.status
    if (!moved && noted === before.note) return { submission: masked(before) }
    const at = inner.now().toISOString()
    const change = { note: noted, updated_at: at, ...(moved ? { status, status_at: at } : {}) }
    const row = await updateSubmission(inner.db, id, change)
    if (!row) throw new NotFound(GONE)
    const details = {
      ...(moved ? { from: before.status, to: status } : {}),
      ...(noted === before.note ? {} : { note: noted === null ? 'removed' : 'written' }),
    }
    await recordAudit(inner, { action: 'contact.changed', target: targetOf(id), details })
    return { submission: masked(row) }
  })
}

/** Deletes a message permanently and cancels its unsent email. Throws `NotFound`. */
export async function removeSubmission(ctx: Context, { id }: One): Promise<null> {
  allow(ctx, 'contact:write')
  return inTransaction(ctx, async (inner) => {
    if (!(await deleteSubmission(inner.db, id))) throw new NotFound(GONE)
    await recordAudit(inner, { action: 'contact.deleted', target: targetOf(id) })
    return null
  })
}

const submissionActs = [...submissionStatuses, 'delete'] as const
export type SubmissionAct = (typeof submissionActs)[number]

/** Messages selected in the inbox, by id. */
export const submissionBulkForm = bulkForm(submissionActs, ['delete'])

/** Changes the status of several messages in sequence, or deletes them. Throws `Invalid`. */
export async function changeSubmissions(ctx: Context, input: BulkInput<SubmissionAct>) {
  allow(ctx, 'contact:write')
  return changeSelected(input, ['message', 'messages'], async ({ key: id, act }) => {
    if (act === 'delete') {
      await removeSubmission(ctx, { id })
      return { value: '', undo: null }
    }
    const { status } = await requireMessage(ctx, id)
    if (status === act) return null
    await changeSubmission(ctx, { id, status: act })
    return { value: '', undo: status }
  })
}

/**
 * Returns all messages from an email address with their notes, for account exports. The caller must have checked that
 * the address belongs to the user.
 */
export async function exportMessagesFrom(ctx: Context, email: string) {
  allow(ctx, 'profile:own')
  return submissionsFrom(ctx.db, email)
}

/**
 * Deletes all messages from an email address, as `removeSubmission` does for one message. The caller must have checked
 * that the address belongs to the user.
 */
export async function deleteMessagesFrom(ctx: Context, email: string): Promise<void> {
  allow(ctx, 'profile:own')
  for (const { id } of await deleteSubmissionsFrom(ctx.db, email))
    await recordAudit(ctx, { action: 'contact.deleted', target: targetOf(id) })
}

/** Counts unread messages, up to `most`. */
export async function unreadSubmissions(ctx: Context, { most }: { most: number }): Promise<number> {
  allow(ctx, 'contact:read')
  return countUnread(ctx.db, most)
}

/** Returns the latest unread messages without their senders. */
export async function latestUnread(ctx: Context, { most }: { most: number }) {
  allow(ctx, 'contact:read')
  const rows = await submissionRows(ctx.db, { status: 'unread', limit: most, offset: 0 })
  return rows.map(({ id, subject, status_at }) => ({ id, subject, at: status_at }))
}

/** Returns the subjects of messages by id. Deleted messages are missing. */
export async function submissionSubjects(ctx: Context, ids: readonly string[]) {
  allow(ctx, 'contact:read')
  const rows = ids.length ? await subjectsOf(ctx.db, ids) : []
  return new Map(rows.map(({ id, subject }) => [id, subject ?? 'No subject']))
}

async function countSubmissions(ctx: Context): Promise<InboxCounts> {
  const counts: InboxCounts = { unread: 0, read: 0, resolved: 0, spam: 0 }
  for (const { status, total } of await countsByStatus(ctx.db)) counts[status] = total
  return counts
}

const GONE = 'This message does not exist.'

const requireMessage = async (ctx: Context, id: string): Promise<SubmissionRow> =>
  found(await submissionById(ctx.db, id), GONE)

const masked = ({ name, email, ...row }: SubmissionRow): Submission => ({
  ...row,
  name: maskName(name),
  email: maskEmail(email),
  masked: true,
})

/** Returns the audit target for a message, without personal data. */
const targetOf = (id: string) => ({ kind: 'submission', id, name: null })
