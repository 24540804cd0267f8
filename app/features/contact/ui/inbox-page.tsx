import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { InboxCounts, Submission, SubmissionStatus } from '#app/features/contact/schema.ts'
import { InboxTabs } from '#app/features/contact/ui/describe-inbox.tsx'
import { EmptyInbox, InboxList } from '#app/features/contact/ui/inbox-list.tsx'
import { InboxMessage } from '#app/features/contact/ui/inbox-message.tsx'
import { ownValue } from '#app/primitives/objects.ts'
import type { SubmissionAct } from '#app/features/contact/inbox.server.ts'
import type { BulkResult } from '#app/operations/bulk.ts'
import { BulkNotice } from '#app/ui/lists/bulk-notice.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Console } from '#app/ui/layout/console.tsx'

/** Message with its full sender, and its status before the reply. */
export type Reply = { submission: Submission; was: SubmissionStatus }

type Props = {
  status: SubmissionStatus | undefined
  submissions: Submission[]
  counts: InboxCounts
  number: number
  pages: number
  /** Message beside the list. */
  shown: Submission | null
  /** True if the user opened the message. Otherwise, only large screens show it. */
  isOpen: boolean
  done: string | null
  /** Status before the last change, if it can be restored. */
  was: SubmissionStatus | undefined
  reply: Reply | undefined
  /** Result of the last action on selected messages. */
  bulk: BulkResult<SubmissionAct> | undefined
  refusal: FormRefusal | undefined
}

const bulkLabels: Record<SubmissionAct | 'undo', string> = {
  unread: 'marked as unread',
  read: 'marked as read',
  resolved: 'marked as resolved',
  spam: 'marked as spam',
  delete: 'deleted',
  undo: 'restored',
}

const doneMessages: Record<string, string> = {
  marked: 'The status was changed.',
  noted: 'The note was saved.',
  unread: 'The message was marked as unread.',
  deleted: 'The message was deleted.',
}

/** Renders the inbox: the list beside a message on large screens, otherwise either of them. */
export function InboxPage({ submissions, counts, status, number, pages, shown, isOpen, ...page }: Props) {
  const { done, was, reply, bulk, refusal } = page
  useMarkRead(isOpen ? shown : null)
  // The subject of an open message is the heading of the page.
  const ListTitle = isOpen ? 'p' : 'h1'
  const path = status ? `/admin/inbox?status=${status}` : '/admin/inbox'
  const undo = reply ? (reply.was === 'resolved' ? undefined : reply.was) : was
  const title = reply
    ? `The message ${reply.was === 'resolved' ? 'is still' : 'was'} marked as resolved. Nothing has been sent yet.`
    : !refusal && !bulk && ownValue(doneMessages, done)
  return (
    <Console
      here="/admin/inbox"
      title={isOpen ? (shown?.subject ?? 'No subject') : 'Inbox'}
      {...(isOpen && { crumbs: [] })}
      actions={
        !isOpen &&
        submissions.length > 0 && (
          <a
            href={`/api/contact-form-submissions/export${status ? `?status=${status}` : ''}`}
            title="Contains each sender’s full details. The audit log records the export."
            className="button"
          >
            Export<span className="sr-only"> as CSV</span>
          </a>
        )
      }
      workspace
    >
      <PageNotice key={shown?.updated_at} tone="done" title={title}>
        {reply && (
          <p>
            To write to the sender, select “Write email”. Your email program opens. The audit log records that
            you saw the sender.{undo && ' To restore the previous status, select “Undo”.'}
          </p>
        )}
        {undo && (
          <PostForm
            action={shown ? `/admin/inbox/${shown.id}` : undefined}
            intent={undo}
            button="Undo"
            busy="Undoing"
            className="mt-2"
          />
        )}
      </PageNotice>
      <PageNotice tone="stop" title={refusal?.intent === 'bulk' && refusal.error} />
      <BulkNotice
        result={bulk}
        noun={['message was', 'messages were']}
        labels={bulkLabels}
        names={new Map(submissions.map(({ id, subject }) => [id, subject ?? 'No subject']))}
      />
      <div className="inbox" data-open={isOpen || undefined}>
        <section aria-labelledby="inbox" className="inbox-list">
          <ListTitle id="inbox" className="inbox-title">
            Inbox
          </ListTitle>
          <InboxTabs counts={counts} status={status} />
          {submissions.length > 0 ? (
            <InboxList
              key={path + number}
              done={bulk}
              submissions={submissions}
              shown={shown?.id}
              query={
                new URLSearchParams({ ...(status && { status }), ...(number > 1 && { page: `${number}` }) })
              }
            />
          ) : (
            <EmptyInbox status={status} />
          )}
          <Pager path={path} number={number} pages={pages} />
        </section>
        {shown && (
          <InboxMessage
            key={shown.id}
            submission={shown}
            revealed={reply?.submission}
            isOpen={isOpen}
            refusal={refusal}
          />
        )}
      </div>
    </Console>
  )
}

/**
 * Marks an open message as read once its page is visible. Loading the page does not, so that prefetching, previews and
 * agents that only read change nothing.
 */
function useMarkRead(message: Submission | null) {
  const { submit } = useFetcher()
  const id = message?.status === 'unread' ? message.id : null
  useEffect(() => {
    if (!id) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', mark)
      submit({ intent: 'open' }, { method: 'post', action: `/admin/inbox/${id}` })
    }
    document.addEventListener('visibilitychange', mark)
    mark()
    return () => document.removeEventListener('visibilitychange', mark)
    // The fetcher changes with each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])
}
