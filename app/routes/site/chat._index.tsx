import { useActionData, useLoaderData } from '@remix-run/react'
import { chatForms, chatPage } from '#app/http/pages/chat-page.server.ts'
import { ChatPage } from '#app/features/chat/ui/chat-page.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'chat:use', title: 'Ask this site' } as const

export const loader = chatPage
export const action = chatForms

export default function Chat() {
  return <ChatPage {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
