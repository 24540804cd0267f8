import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { chatForms, chatPage } from '#app/http/pages/chat-page.server.ts'
import { ChatPage, chatTitle } from '#app/features/chat/ui/chat-page.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'chat:use' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(chatTitle(data?.models ?? []), matches)

export const loader = chatPage
export const action = chatForms

export default function Chat() {
  return <ChatPage {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
