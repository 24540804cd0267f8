import { noticesQuery, noticesReport, seenInput } from '#app/features/notices/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const listNotices = operation({
  id: 'listNotices',
  method: 'GET',
  path: '/api/notices',
  access: { session: 'console:open' },
  limit: 'api_session',
  query: noticesQuery,
  answers: { 200: noticesReport },
  summary: 'See what needs your attention',
  description: 'Of what you may see: it is put together anew each time, and what is done is gone from it.',
})

export const markNoticesSeen = operation({
  id: 'markNoticesSeen',
  method: 'POST',
  path: '/api/notices/seen',
  access: { session: 'console:open' },
  limit: 'api_session',
  body: seenInput,
  answers: { 204: null },
  summary: 'Say up to when you have seen the notices',
  description: 'For you alone. It never goes back.',
})
