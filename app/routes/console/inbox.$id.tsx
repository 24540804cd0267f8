import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import {
  changeSubmission,
  openSubmission,
  readSubmission,
  removeSubmission,
  replyToSubmission,
} from '#app/features/contact/inbox.server.ts'
import { noteForm, removeForm, submissionStatuses } from '#app/features/contact/schema.ts'
import { InboxPage, type Reply } from '#app/features/contact/ui/inbox-page.tsx'
import { forms, formHandler, type FormHandler } from '#app/http/pages/form.server.ts'
import { inboxPage } from '#app/http/pages/inbox-page.server.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'contact:read', title: 'A message' } as const

export const loader = inboxPage

export const action = forms<Reply | null>(({ id }) => {
  const back = (done: string) => redirect(`/admin/inbox/${id}?done=${done}`)
  const marks = submissionStatuses.map((status): [string, FormHandler] => [
    status,
    formHandler(z.object({}), async (ctx) => {
      const { submission: before } = await readSubmission(ctx, { id })
      await changeSubmission(ctx, { id, status })
      // The page of an unread message marks the message as read.
      return status === 'unread' ? redirect('/admin/inbox?done=unread') : back(`marked&was=${before.status}`)
    }),
  ])
  return {
    ...Object.fromEntries(marks),
    open: (ctx) => openSubmission(ctx, { id }),
    reply: (ctx) => replyToSubmission(ctx, { id }),
    note: formHandler(noteForm, async (ctx, { note }) => {
      await changeSubmission(ctx, { id, note })
      return back('noted')
    }),
    delete: formHandler(removeForm, async (ctx) => {
      await removeSubmission(ctx, { id })
      return redirect('/admin/inbox?done=deleted')
    }),
  }
})

export default function Message() {
  const outcome = useActionData<typeof action>()
  const reply = outcome && 'submission' in outcome ? outcome : undefined
  const refusal = outcome && 'error' in outcome ? outcome : undefined
  return <InboxPage {...useLoaderData<typeof loader>()} reply={reply} bulk={undefined} refusal={refusal} />
}
