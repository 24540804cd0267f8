import { listSubmissions, readSubmission } from '#app/features/contact/inbox.server.ts'
import { inboxQuery, submissionStatuses } from '#app/features/contact/schema.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'

/**
 * Loads the list of messages with the open message, or with the newest unread message on `/admin/inbox`. Loading
 * changes nothing, so that links can be prefetched: the page marks an open message as read with a form. The list is in
 * order of time, so that no message moves when it is read.
 */
export const inboxPage = page('contact:read', async (ctx, { request, search, id }) => {
  const { query, number, pages } = listQuery(inboxQuery, request.url)
  const { submissions, counts, total } = await listSubmissions(ctx, query, 'newest')
  const shown = id
    ? (await readSubmission(ctx, { id })).submission
    : (submissions.find((one) => one.status === 'unread') ?? submissions[0])
  return {
    status: query.status,
    submissions,
    counts,
    number,
    pages: pages(total),
    shown: shown ?? null,
    isOpen: Boolean(id),
    done: search.get('done'),
    was: submissionStatuses.find((status) => status === search.get('was') && status !== shown?.status),
  }
})
