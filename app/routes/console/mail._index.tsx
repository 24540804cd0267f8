import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listMailbox } from '#app/features/mail/mailbox.server.ts'
import { listOutbox, retryEmail } from '#app/features/mail/queue.server.ts'
import { mailboxQuery, outboxQuery, retryInput } from '#app/features/mail/queue-query.ts'
import { form } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { MailMailbox, MailTabs, NoMailServer } from '#app/features/mail/ui/mailbox.tsx'
import { MailOutbox } from '#app/features/mail/ui/queue.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'mail:read', title: 'Email' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const query = Object.fromEntries(search)
  const bySmtp = Boolean(ctx.config.smtpUrl)
  const mailbox = query.list === 'mailbox' ? await listMailbox(ctx, parse(mailboxQuery, query)) : null
  if (mailbox) return { bySmtp, mailbox, outbox: null }
  const wanted = parse(outboxQuery, query)
  return {
    bySmtp,
    mailbox: null,
    outbox: { status: wanted.status, ...(await listOutbox(ctx, wanted)) },
  }
})

export const action = form(retryInput, async (ctx, input, { request }) => {
  await retryEmail(ctx, input)
  return redirect(`/admin/mail${new URL(request.url).search}`)
})

export default function EmailPage() {
  const { bySmtp, mailbox, outbox } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console
      here="/admin/mail"
      title="Email"
      lead={
        bySmtp ? 'Emails from this site and their delivery status.' : 'Emails are stored and not delivered.'
      }
    >
      {!bySmtp && <MailTabs mailbox={mailbox !== null} />}
      {mailbox && <MailMailbox {...mailbox} />}
      {outbox && <MailOutbox {...outbox} isDelivered={bySmtp} refusal={refusal} />}
      {!bySmtp && <NoMailServer />}
    </Console>
  )
}
