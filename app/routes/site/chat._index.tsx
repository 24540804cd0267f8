import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { chatForms, chatPage } from '#app/http/pages/chat-page.server.ts'
import { ChatRoom } from '#app/features/chat/ui/chat-page.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'chat:use' } as const

export const meta = () => privateMeta('Ask this site')

export const loader = (args: LoaderFunctionArgs) => chatPage(args, null)
export const action = (args: ActionFunctionArgs) => chatForms(args, null)

export default function Chat() {
  return <ChatRoom {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
