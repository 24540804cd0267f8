import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openMessage, readMessage } from '#app/features/mail/mailbox.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { MailMessage } from '#app/features/mail/ui/message.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { needs: 'mail:read' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.subject ?? 'Email', matches)

// If the page shows the HTML part, only the frame reads the message, so that each view is audited once.
export const loader = page(handle.needs, async (ctx, { params, search }) => {
  const name = params.name ?? ''
  const head = await openMessage(ctx, { name })
  const inFrame = search.get('part') === 'html'
  if (head.hidden || inFrame) return { ...head, content: null }
  const { headers, text } = await readMessage(ctx, { name })
  return { ...head, content: { headers, text } }
})

export default function Message() {
  const message = useLoaderData<typeof loader>()
  return (
    <Console
      here="/admin/mail"
      crumbs={[{ href: '/admin/mail?list=mailbox', name: 'Mailbox' }]}
      title={message.subject || 'No subject'}
    >
      <MailMessage {...message} />
    </Console>
  )
}
