import { unpublishEntry as unpublish } from '#app/features/cms/publishing.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { unpublishEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    unpublishEntry,
    (ctx, { params, version }) => versioned('entry', unpublish(ctx, { ...params, version })),
  ],
})
export { serve as loader, serve as action }
