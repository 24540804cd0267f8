import { searchGuildMembers } from '#app/features/directory/operations.ts'
import { searchMembers } from '#app/features/directory/queries.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  GET: [searchGuildMembers, (ctx, { params, query }) => searchMembers(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
