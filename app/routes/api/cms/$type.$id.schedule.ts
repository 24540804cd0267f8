import { scheduleEntry as schedule } from '#app/features/cms/publishing.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { scheduleEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    scheduleEntry,
    (ctx, { params, body, version }) => versioned('entry', schedule(ctx, { ...params, ...body, version })),
  ],
})
export { serve as loader, serve as action }
