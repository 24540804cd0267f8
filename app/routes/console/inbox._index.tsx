import { useActionData, useLoaderData } from '@remix-run/react'
import {
  changeSubmissions,
  submissionBulkForm,
  type SubmissionAct,
} from '#app/features/contact/inbox.server.ts'
import { InboxPage } from '#app/features/contact/ui/inbox-page.tsx'
import { forms } from '#app/http/pages/form.server.ts'
import { inboxPage } from '#app/http/pages/inbox-page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import type { BulkResult } from '#app/operations/bulk.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'contact:read', title: 'Inbox' } as const

export const loader = inboxPage

export const action = forms<BulkResult<SubmissionAct>>(() => ({
  bulk: async (ctx, values) => changeSubmissions(ctx, parse(submissionBulkForm, values)),
}))

export default function Inbox() {
  const answer = useActionData<typeof action>()
  const refusal = answer && 'error' in answer ? answer : undefined
  const bulk = answer && 'act' in answer ? answer : undefined
  return <InboxPage {...useLoaderData<typeof loader>()} reply={undefined} bulk={bulk} refusal={refusal} />
}
