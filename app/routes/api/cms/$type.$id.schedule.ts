import { scheduleEntry as schedule } from '#app/features/cms/publishing.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { scheduleEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    scheduleEntry,
    async (ctx, { params, body, version }) => {
      const entry = await schedule(ctx, { ...params, ...body, version })
      return withVersion({ entry }, entry.version)
    },
  ],
})
export { serve as loader, serve as action }
