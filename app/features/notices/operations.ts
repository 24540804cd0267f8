import { noticesQuery, noticesReport, seenInput } from '#app/features/notices/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'

const onNotices = operationsAt('/api/notices', { access: { session: 'console:open' } })

export const listNotices = onNotices('listNotices', 'GET', {
  query: noticesQuery,
  answers: { 200: noticesReport },
  summary: 'List notices',
  description:
    'Lists only notices that you can see. The list is computed for each request, so resolved notices disappear.',
})

export const markNoticesSeen = onNotices('markNoticesSeen', 'POST /seen', {
  body: seenInput,
  answers: { 204: null },
  summary: 'Mark notices as seen',
  description: 'Applies only to you. A time before the stored time has no effect.',
})
