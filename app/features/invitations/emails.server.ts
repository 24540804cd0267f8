import { tokenUrl, emailFooter, siteHost, siteName } from '#app/features/accounts/emails.server.ts'
import { issueInvitationToken } from '#app/features/invitations/invitations.server.ts'
import type { EmailComposers } from '#app/features/mail/email.server.ts'

/** Composer of the invitation email. Creates the link's token when the email is sent. */
export const invitationEmails = {
  async invitation(ctx, { data: { invitation_id } }) {
    const token = await issueInvitationToken(ctx, invitation_id)
    if (!token) return null
    return {
      subject: `You are invited to ${siteName(ctx)}`,
      heading: 'You are invited',
      paragraphs: [
        'Hello,',
        `You are invited to ${siteHost(ctx)}. Open the link to accept. If you do not have an account yet, you can choose a name and a password.`,
        'The link works once and expires after seven days.',
      ],
      action: { label: 'Accept invitation', href: tokenUrl(ctx, '/invitation', token) },
      after: ['If you did not expect this email, you can ignore it.'],
      footer: emailFooter(ctx),
    }
  },
} satisfies Partial<EmailComposers>
