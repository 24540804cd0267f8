import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { chatForms, chatPage } from '#app/http/pages/chat-page.server.ts'
import { ChatPage } from '#app/features/chat/ui/chat-page.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'chat:use' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.conversation?.title ?? 'Chat', matches)

export const loader = chatPage
export const action = chatForms

export default function Conversation() {
  return <ChatPage {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
