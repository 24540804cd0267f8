import { allow, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { ownRow } from '#app/features/accounts/accounts.server.ts'
import { readOwnData } from '#app/features/accounts/own-data.server.ts'
import { exportAudit, partyOf, recordAudit } from '#app/features/audit/audit.server.ts'
import { exportCalls } from '#app/features/idempotency/idempotency.server.ts'
import { exportClaims } from '#app/features/claims/claims.server.ts'
import { exportConversations } from '#app/features/chat/export.server.ts'
import { ownDrafts } from '#app/features/cms/drafts.server.ts'
import { exportMessagesFrom } from '#app/features/contact/inbox.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { exportGuilds } from '#app/features/guilds/managers.server.ts'
import { ownInvitations } from '#app/features/invitations/own-data.server.ts'
import { exportEmails } from '#app/features/mail/queue.server.ts'
import { ownMedia } from '#app/features/media/media.server.ts'
import { readNoticesSeen } from '#app/features/notices/notices.server.ts'
import type { AccountExport } from '#app/features/privacy/schema.ts'
import { entriesCreatedBy, listSignedRows } from '#app/features/privacy/signed-store.server.ts'

/** Returns all data about the actor, except the hashes of their credentials. Requires a recent proof of identity. */
export async function exportAccount(ctx: Context): Promise<AccountExport> {
  allow(ctx, 'profile:own')
  requireProof(ctx)
  const row = await ownRow(ctx)
  await recordAudit(ctx, { action: 'user.exported', target: partyOf(row) })
  const entries = await entriesCreatedBy(ctx.db, row.id)
  // An unconfirmed email address may belong to another person.
  const confirmed = row.email_verified_at ? row.email : null
  return {
    format: 'signpost-account',
    version: 1,
    exported_at: ctx.now().toISOString(),
    ...(await readOwnData(ctx, row)),
    invitations: await ownInvitations(ctx, row.id, confirmed),
    guilds: await exportGuilds(ctx),
    claims: await exportClaims(ctx),
    conversations: await exportConversations(ctx),
    drafts: await ownDrafts(ctx),
    entries: entries.map((one) => ({ ...one, type: one.type as EntryType })),
    media: await ownMedia(ctx),
    signed: await listSignedRows(ctx.db, row.id),
    notices_seen_at: await readNoticesSeen(ctx),
    emails: confirmed ? await exportEmails(ctx, confirmed) : [],
    messages: confirmed ? await exportMessagesFrom(ctx, confirmed) : [],
    calls: await exportCalls(ctx),
    audit: await exportAudit(ctx, row.id),
  }
}
