import { searchAnswer, searchQuery } from '#app/features/content/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const searchSite = operation({
  id: 'searchSite',
  method: 'GET',
  path: '/api/search',
  access: 'public',
  limit: 'api_anonymous',
  query: searchQuery,
  answers: { 200: searchAnswer },
  summary: 'Search the published content',
})
