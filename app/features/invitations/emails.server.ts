import { tokenUrl, emailFooter, siteHost, siteName } from '#app/features/accounts/emails.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { issueInvitationToken } from '#app/features/invitations/invitations.server.ts'
import type { EmailComposers } from '#app/features/mail/email.server.ts'

/** Composer of the invitation email. Creates the link's token when the email is sent. */
export const invitationEmails = {
  async invitation(ctx, { data: { invitation_id } }) {
    const issued = await issueInvitationToken(ctx, invitation_id)
    if (!issued) return null
    const guild = issued.guild_id ? await readGuild(ctx, { id: issued.guild_id }) : null
    return {
      subject: guild
        ? `You are invited to manage ${guild.name} on ${siteName(ctx)}`
        : `You are invited to ${siteName(ctx)}`,
      heading: 'You are invited',
      paragraphs: [
        'Hello,',
        `You are invited to ${guild ? `manage the server ${guild.name} at ` : ''}${siteHost(ctx)}. Open the link to accept. If you do not have an account yet, you can choose a name and a password.`,
        'The link works once and expires after seven days.',
      ],
      action: { label: 'Accept invitation', href: tokenUrl(ctx, '/invitation', issued.token) },
      after: ['If you did not expect this email, you can ignore it.'],
      footer: emailFooter(ctx),
    }
  },
} satisfies Partial<EmailComposers>
