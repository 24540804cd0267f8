import { searchAnswer, searchQuery } from '#app/features/content/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const searchSite = operation('searchSite', 'GET /api/search', {
  access: 'public',
  query: searchQuery,
  answers: { 200: searchAnswer },
  summary: 'Search the published content',
})
