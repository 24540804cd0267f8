import { submissionById } from '#app/features/contact/store.server.ts'
import type { EmailComposers } from '#app/features/mail/email.server.ts'

/** Emails about contact messages. Deleted messages and spam are not sent. */
export const contactEmails = {
  async contact_message(ctx, { data: { submission_id } }) {
    const row = await submissionById(ctx.db, submission_id)
    if (!row || row.status === 'spam') return null
    const host = new URL(ctx.config.siteUrl).host
    return {
      subject: row.subject ? `Contact: ${row.subject}` : `A message from ${row.name}`,
      heading: 'A message from the contact form',
      paragraphs: [
        `${row.name} <${row.email}> wrote to you at ${host}. The name and the address were not verified.`,
        'Replies to this email go to the sender of the message.',
      ],
      quote: row.message,
      action: {
        label: 'Open the message',
        href: new URL(`/admin/inbox/${row.id}`, ctx.config.siteUrl).href,
      },
      footer: `${ctx.contentIndex.site.name} at ${host} sent this email because you receive messages from its contact form.`,
      replyTo: row.email,
    }
  },
} satisfies Partial<EmailComposers>
