import { allow, requireProof, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { ownRow, present } from '#app/features/accounts/accounts.server.ts'
import type { AccountExport } from '#app/features/accounts/export.ts'
import { connectionOf } from '#app/features/accounts/identities.server.ts'
import { identitiesOfUser } from '#app/features/accounts/identity-store.server.ts'
import {
  invitationsBy,
  invitationsTo,
  type InvitationRow,
} from '#app/features/accounts/invitation-store.server.ts'
import { sessionsOfUser } from '#app/features/accounts/session-store.server.ts'
import { sessionOf } from '#app/features/accounts/sessions.server.ts'
import { entriesBegunBy, signedBy } from '#app/features/accounts/signed-store.server.ts'
import { signupsFor, tokensOfUser } from '#app/features/accounts/token-store.server.ts'
import { auditOf, partyOf, record } from '#app/features/audit/audit.server.ts'
import { ownCalls } from '#app/features/calls/repeats.server.ts'
import { exportConversations } from '#app/features/chat/export.server.ts'
import { ownDrafts } from '#app/features/cms/drafts.server.ts'
import { messagesFrom } from '#app/features/contact/inbox.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { ownGuilds } from '#app/features/guilds/managers.server.ts'
import { notedLetters } from '#app/features/mail/outbox.server.ts'
import { ownMedia } from '#app/features/media/media.server.ts'
import { noticesSeen } from '#app/features/notices/notices.server.ts'

/**
 * Everything that the service holds on the one who asks, but for the hashes that prove who they are. Needs a new proof.
 */
export async function exportAccount(ctx: Context): Promise<AccountExport> {
  allow(ctx, 'profile:own')
  requireProof(ctx)
  const row = await ownRow(ctx)
  await record(ctx, { action: 'user.exported', target: partyOf(row) })
  const at = ctx.now().toISOString()
  const { sessionId } = requireUser(ctx)
  const [identities, sessions] = [
    await identitiesOfUser(ctx.db, row.id),
    await sessionsOfUser(ctx.db, row.id, at),
  ]
  const entries = await entriesBegunBy(ctx.db, row.id)
  const { email, email_verified_at } = row
  return {
    format: 'signpost-account',
    version: 1,
    exported_at: at,
    user: { ...(await present(ctx, row)), email_verified_at },
    connections: identities.map((one) => ({
      ...connectionOf(one),
      provider_user_id: one.provider_user_id,
    })),
    sessions: sessions.map((one) => {
      const { method, proved_at, expires_at } = one
      return { ...sessionOf(one, sessionId), method, proved_at, expires_at }
    }),
    links: await tokensOfUser(ctx.db, row.id, at),
    // What came from an address that nobody has confirmed may be of somebody else.
    signups: email_verified_at ? await signupsFor(ctx.db, email) : [],
    invitations: [
      ...(email_verified_at ? await invitationsTo(ctx.db, email, at) : []).map(invitationTo),
      ...(await invitationsBy(ctx.db, row.id, at)).map(invitationBy),
    ],
    guilds: await ownGuilds(ctx),
    conversations: await exportConversations(ctx),
    drafts: await ownDrafts(ctx),
    entries: entries.map((one) => ({ ...one, type: one.type as EntryType })),
    media: await ownMedia(ctx),
    signed: await signedBy(ctx.db, row.id),
    notices_seen_at: await noticesSeen(ctx),
    letters: email_verified_at ? await notedLetters(ctx, email) : [],
    messages: email_verified_at ? await messagesFrom(ctx, email) : [],
    calls: await ownCalls(ctx),
    audit: await auditOf(ctx, row.id),
  }
}

const invitationTo = ({ email, role, guild_id, expires_at }: InvitationRow) => ({
  sent: false,
  email,
  role,
  guild_id,
  expires_at,
})

const invitationBy = (row: InvitationRow) => ({ ...invitationTo(row), sent: true })
