import { useLoaderData } from '@remix-run/react'
import { listSubmissions } from '#app/features/contact/inbox.server.ts'
import { inboxQuery } from '#app/features/contact/schema.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { EmptyInbox, InboxList } from '#app/features/contact/ui/inbox-list.tsx'
import { InboxTabs } from '#app/features/contact/ui/describe-inbox.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'

export const handle = { needs: 'contact:read', title: 'Inbox' } as const

export const loader = page(handle.needs, async (ctx, { request, search }) => {
  const { query, number, path, pages } = listQuery(inboxQuery, request.url)
  const { submissions, counts, total } = await listSubmissions(ctx, query)
  return {
    status: query.status,
    submissions,
    counts,
    number,
    path,
    pages: pages(total),
    done: search.get('done'),
  }
})

export default function Inbox() {
  const { status, submissions, counts, number, path, pages, done } = useLoaderData<typeof loader>()
  return (
    <Console here="/admin/inbox" title="Inbox" lead="Messages from the contact form, unread first.">
      <PageNotice tone="done" title={done === 'deleted' && 'The message was deleted.'} />
      <InboxTabs counts={counts} status={status} />
      {submissions.length > 0 ? <InboxList submissions={submissions} /> : <EmptyInbox status={status} />}
      <Pager path={path} number={number} pages={pages} />
      {submissions.length > 0 && (
        <p className="mt-8 max-w-2xl text-soft">
          <a
            href={`/api/contact-form-submissions/export${status ? `?status=${status}` : ''}`}
            className="button"
          >
            Export as CSV
          </a>
          <span className="mt-2 block">
            The file contains each sender’s full details. The export is recorded in the audit log.
          </span>
        </p>
      )}
    </Console>
  )
}
