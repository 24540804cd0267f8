import { useLoaderData } from '@remix-run/react'
import { InboxPage } from '#app/features/contact/ui/inbox-page.tsx'
import { inboxPage } from '#app/http/pages/inbox-page.server.ts'

export const handle = { needs: 'contact:read', title: 'Inbox' } as const

export const loader = inboxPage

export default function Inbox() {
  return <InboxPage {...useLoaderData<typeof loader>()} reply={undefined} refusal={undefined} />
}
