import { restoreRevision as restore } from '#app/features/cms/revisions.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { restoreRevision } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    restoreRevision,
    (ctx, { params, version }) => versioned('entry', restore(ctx, { ...params, version })),
  ],
})
export { serve as loader, serve as action }
