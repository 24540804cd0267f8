import { unpublishEntry as unpublish } from '#app/features/cms/publishing.server.ts'
import { endpoint, withVersion } from '#app/http/endpoint.server.ts'
import { unpublishEntry } from '#app/operations/cms-acts.ts'

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
