import { publishEntry as publish } from '#app/features/cms/publishing.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { publishEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    publishEntry,
    (ctx, { params, version }) => versioned('entry', publish(ctx, { ...params, version })),
  ],
})
export { serve as loader, serve as action }
