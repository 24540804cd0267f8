import { revertEntry as revert } from '#app/features/cms/publishing.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { revertEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [revertEntry, (ctx, { params, version }) => versioned('entry', revert(ctx, { ...params, version }))],
})
export { serve as loader, serve as action }
