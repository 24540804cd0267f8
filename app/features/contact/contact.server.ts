import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { ownerEmails } from '#app/features/accounts/accounts.server.ts'
import { insertSubmission, consumeProofOfWork } from '#app/features/contact/store.server.ts'
import { challengeFailedError, verifyChallenge } from '#app/features/contact/challenge.server.ts'
import { formTokenAge } from '#app/features/contact/form-token.server.ts'
import { MIN_FORM_AGE_MS, type SpamReason, type SubmissionInput } from '#app/features/contact/schema.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'

/**
 * Stores a contact message and queues an email. Suspected spam gets the usual response but no email. Public. If
 * `verifyChallenge` throws, stores nothing.
 */
export async function submitMessage(ctx: Context, input: SubmissionInput) {
  const work = await verifyChallenge(ctx, input)
  const reason = spamReasonOf(ctx, input)
  const created_at = ctx.now().toISOString()
  const id = orderedId(ctx.now())
  const { name, email, subject, message } = input
  await inTransaction(ctx, async (inner) => {
    if (work && !(await consumeProofOfWork(inner.db, work))) throw challengeFailedError()
    await insertSubmission(inner.db, {
      id,
      name,
      email,
      subject: subject || null,
      message,
      status: reason ? 'spam' : 'unread',
      spam_reason: reason,
      created_at,
      status_at: created_at,
    })
    if (reason) return
    for (const recipient of await recipientsOf(inner)) {
      await queueEmail(inner, { kind: 'contact_message', recipient, data: { submission_id: id } })
    }
  })
  if (!reason) await wakeMailWorker(ctx)
  return { submission: { id, created_at } }
}

function spamReasonOf(ctx: Context, { website, mark }: SubmissionInput): SpamReason | null {
  if (website?.trim()) return 'honeypot'
  const age = formTokenAge(ctx, mark)
  return age !== null && age < MIN_FORM_AGE_MS ? 'too_fast' : null
}

async function recipientsOf(ctx: Context) {
  const { contactMailTo } = ctx.config
  return [...new Set(contactMailTo.length ? contactMailTo : await ownerEmails(ctx))]
}
