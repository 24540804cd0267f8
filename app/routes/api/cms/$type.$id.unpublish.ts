import { unpublishEntry as unpublish } from '#app/features/cms/publishing.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { unpublishEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    unpublishEntry,
    async (ctx, { params, version }) => {
      const entry = await unpublish(ctx, { ...params, version })
      return withVersion({ entry }, entry.version)
    },
  ],
})
export { serve as loader, serve as action }
