import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { ownRow } from '#app/features/accounts/accounts.server.ts'
import { proveOwner } from '#app/features/accounts/sign-in/credentials.server.ts'
import { eraseAccount, forgetSignups } from '#app/features/accounts/own-data.server.ts'
import { forgetInAudit, forgetInvitedInAudit, partyOf, record } from '#app/features/audit/audit.server.ts'
import { forgetMessagesFrom } from '#app/features/contact/inbox.server.ts'
import { forgetInvitationsTo } from '#app/features/invitations/own-data.server.ts'
import { forgetMailbox } from '#app/features/mail/mailbox.server.ts'
import { forgetLetters } from '#app/features/mail/queue.server.ts'
import { unsign } from '#app/features/privacy/signed-store.server.ts'

/**
 * Deletes the account of the one who asks and what belongs to it alone, and takes its name out of what stays: what it has
 * changed says `FORMER_MEMBER`, and the audit log keeps what happened under the id, without the
 * name. Only the network of acts on others and on the site stays. Throws `Conflict` for the last owner.
 */
export async function deleteAccount(
  ctx: Context,
  { password }: { password?: string | undefined },
): Promise<void> {
  allow(ctx, 'profile:own')
  const row = await ownRow(ctx)
  await proveOwner(ctx, row, password, 'password')
  await eraseAccount(ctx, row, async (inner) => {
    await record(inner, { action: 'user.deleted', target: partyOf(row) })
    // An address that nobody has confirmed may be that of somebody else.
    if (row.email_verified_at) {
      await forgetMessagesFrom(inner, row.email)
      await forgetInvitedInAudit(inner, row.email)
    }
    await forgetLetters(inner, row.email)
    await unsign(inner.db, row.id)
    await forgetInAudit(inner, row.id)
    if (row.email_verified_at) {
      await forgetSignups(inner, row.email)
      await forgetInvitationsTo(inner, row.email)
    }
  })
  await forgetMailbox(ctx, row.email).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'letters of an account that was deleted are still in the mailbox'),
  )
}
