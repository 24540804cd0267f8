import { ownerEmails } from '#app/features/accounts/accounts.server.ts'
import { emailFooter, siteHost, tokenUrl } from '#app/features/accounts/emails.server.ts'
import { guildById } from '#app/features/guilds/store.server.ts'
import type { EmailComposers } from '#app/features/mail/email.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** Emails about pending servers. */
export const guildEmails = {
  async guild_pending(ctx, { recipient, data: { guild_id } }) {
    const guild = await guildById(ctx.db, guild_id)
    if (guild?.state !== 'pending' || !(await ownerEmails(ctx)).includes(recipient)) return null
    const size =
      guild.member_count === null ? '' : ` with ${formatAmount(guild.member_count, 'member', 'members')}`
    return {
      subject: `Approve the server ${guild.name}?`,
      heading: 'A server is waiting for approval',
      paragraphs: [
        `The bot of ${siteHost(ctx)} was added to the server ${guild.name} (${guild.id})${size}. Nothing runs there until you approve the server.`,
      ],
      action: { label: 'Open servers', href: tokenUrl(ctx, '/admin/servers') },
      after: ['You can also make the bot leave the server, or block the server.'],
      footer: emailFooter(ctx),
    }
  },
} satisfies Partial<EmailComposers>
