import { noticesQuery, noticesReport, seenInput } from '#app/features/notices/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'

const onNotices = operationsAt('/api/notices', { access: { session: 'console:open' } })

export const listNotices = onNotices('listNotices', 'GET', {
  query: noticesQuery,
  answers: { 200: noticesReport },
  summary: 'See what needs your attention',
  description: 'Of what you may see: it is put together anew each time, and what is done is gone from it.',
})

export const markNoticesSeen = onNotices('markNoticesSeen', 'POST /seen', {
  body: seenInput,
  answers: { 204: null },
  summary: 'Say up to when you have seen the notices',
  description: 'For you alone. It never goes back.',
})
