import { listRevisions as list } from '#app/features/cms/revisions.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listRevisions } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  GET: [listRevisions, (ctx, { params, query }) => list(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
