import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { ownRow } from '#app/features/accounts/accounts.server.ts'
import { proveOwner } from '#app/features/accounts/sign-in/credentials.server.ts'
import { eraseAccount, deleteSignups } from '#app/features/accounts/own-data.server.ts'
import {
  anonymizeUserAudit,
  anonymizeInvitedAudit,
  partyOf,
  recordAudit,
} from '#app/features/audit/audit.server.ts'
import { deleteMessagesFrom } from '#app/features/contact/inbox.server.ts'
import { deleteInvitationsToUser } from '#app/features/invitations/own-data.server.ts'
import { deleteMailboxMessages } from '#app/features/mail/mailbox.server.ts'
import { deleteEmails } from '#app/features/mail/queue.server.ts'
import { removeSignatures } from '#app/features/privacy/signed-store.server.ts'

/**
 * Deletes the actor's account and data. Past changes show `FORMER_MEMBER` as the author. Audit rows keep the account id
 * and, for actions on other people or the site, the network. Throws `Conflict` for the last owner.
 */
export async function deleteAccount(
  ctx: Context,
  { password }: { password?: string | undefined },
): Promise<void> {
  allow(ctx, 'profile:own')
  const row = await ownRow(ctx)
  await proveOwner(ctx, row, password, 'password')
  await eraseAccount(ctx, row, async (inner) => {
    await recordAudit(inner, { action: 'user.deleted', target: partyOf(row) })
    // An unconfirmed email address may belong to another person.
    if (row.email_verified_at) {
      await deleteMessagesFrom(inner, row.email)
      await anonymizeInvitedAudit(inner, row.email)
    }
    await deleteEmails(inner, row.email)
    await removeSignatures(inner.db, row.id)
    await anonymizeUserAudit(inner, row.id)
    if (row.email_verified_at) {
      await deleteSignups(inner, row.email)
      await deleteInvitationsToUser(inner, row.email)
    }
  })
  await deleteMailboxMessages(ctx, row.email).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'emails of a deleted account are still in the mailbox'),
  )
}
