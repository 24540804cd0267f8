import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { noteForm, removeForm, type Submission, submissionStatuses } from '#app/features/contact/schema.ts'
import {
  changeSubmission,
  readSubmission,
  removeSubmission,
  revealSubmission,
} from '#app/features/contact/inbox.server.ts'
import { forms, formHandler, type FormHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { InboxMessage } from '#app/features/contact/ui/inbox-message.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ownValue } from '#app/primitives/objects.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'contact:read', title: 'A message' } as const

export const loader = page(handle.needs, async (ctx, { id, search }) => {
  const { submission } = await readSubmission(ctx, { id })
  const was = submissionStatuses.find((status) => status === search.get('was'))
  return {
    submission,
    done: search.get('done'),
    was: was === submission.status ? undefined : was,
  }
})

type Revealed = { submission: Submission }

export const action = forms<Revealed>(({ id }) => {
  const back = (done: string) => redirect(`/admin/inbox/${id}?done=${done}`)
  const marks = submissionStatuses.map((status): [string, FormHandler<Revealed>] => [
    status,
    formHandler(z.object({}), async (ctx) => {
      const { submission: before } = await readSubmission(ctx, { id })
      await changeSubmission(ctx, { id, status })
      return back(`marked&was=${before.status}`)
    }),
  ])
  return {
    ...Object.fromEntries(marks),
    note: formHandler(noteForm, async (ctx, { note }) => {
      await changeSubmission(ctx, { id, note })
      return back('noted')
    }),
    reveal: (ctx) => revealSubmission(ctx, { id }),
    delete: formHandler(removeForm, async (ctx) => {
      await removeSubmission(ctx, { id })
      return redirect('/admin/inbox?done=deleted')
    }),
  }
})

const doneMessages: Record<string, string> = {
  marked: 'The status was changed.',
  noted: 'The note was saved.',
}

export default function Message() {
  const { submission, done, was } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const refusal = outcome && 'error' in outcome ? outcome : undefined
  return (
    <Console
      here="/admin/inbox"
      crumbs={[]}
      title={submission.subject ?? 'No subject'}
      lead={
        <>
          From {submission.name}, <RelativeTime at={submission.created_at} />.
        </>
      }
    >
      <PageNotice key={submission.updated_at} tone="done" title={!outcome && ownValue(doneMessages, done)}>
        {done === 'marked' && was && <PostForm intent={was} button="Undo" busy="Undoing" className="mt-2" />}
      </PageNotice>
      <InboxMessage
        submission={submission}
        revealed={outcome && 'submission' in outcome ? outcome.submission : undefined}
        refusal={refusal}
      />
    </Console>
  )
}
