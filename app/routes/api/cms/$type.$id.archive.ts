import { archiveEntry as archive } from '#app/features/cms/publishing.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { archiveEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    archiveEntry,
    (ctx, { params, version }) => versioned('entry', archive(ctx, { ...params, version })),
  ],
})
export { serve as loader, serve as action }
