import { allow } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { ownRow, partyOf, present } from '#app/features/accounts/accounts.server.ts'
import { proveOwner } from '#app/features/accounts/credentials.server.ts'
import { listConnections } from '#app/features/accounts/identities.server.ts'
import { listSessions } from '#app/features/accounts/sessions.server.ts'
import { deleteUser, lockOwners } from '#app/features/accounts/store.server.ts'
import { deleteSignupsFor } from '#app/features/accounts/token-store.server.ts'
import { keepAnOwner } from '#app/features/accounts/users.server.ts'
import { auditOf, forgetInAudit, record } from '#app/features/audit/audit.server.ts'
import { exportConversations } from '#app/features/chat/export.server.ts'
import { ownDrafts } from '#app/features/cms/drafts.server.ts'
import { forgetLetters } from '#app/features/mail/outbox.server.ts'

/** Everything that the service holds on the one who asks, but for the hashes that prove who they are. */
export async function exportAccount(ctx: Context) {
  allow(ctx, 'profile:own')
  const row = await ownRow(ctx)
  await record(ctx, { action: 'user.exported', target: partyOf(row) })
  return {
    format: 'signpost-account' as const,
    version: 1 as const,
    exported_at: ctx.now().toISOString(),
    user: await present(ctx, row),
    ...(await listConnections(ctx)),
    ...(await listSessions(ctx)),
    conversations: await exportConversations(ctx),
    drafts: await ownDrafts(ctx),
    audit: await auditOf(ctx, row.id),
  }
}

/**
 * Deletes the account of the one who asks and what belongs to it alone. The audit log keeps what happened, without the name
 * and the addresses. Throws `Conflict` for the last owner.
 */
export async function deleteAccount(
  ctx: Context,
  { password }: { password?: string | undefined },
): Promise<void> {
  allow(ctx, 'profile:own')
  const row = await ownRow(ctx)
  await proveOwner(ctx, row, password, 'password')
  await inTransaction(ctx, async (inner) => {
    await lockOwners(inner.db)
    await keepAnOwner(inner, row)
    await record(inner, { action: 'user.deleted', target: partyOf(row) })
    await forgetInAudit(inner, row.id)
    await forgetLetters(inner, row.email)
    await deleteSignupsFor(inner.db, row.email)
    await deleteUser(inner.db, row.id)
  })
}
