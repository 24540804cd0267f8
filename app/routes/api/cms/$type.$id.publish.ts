import { publishEntry as publish } from '#app/features/cms/publishing.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { publishEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    publishEntry,
    async (ctx, { params, version }) => {
      const entry = await publish(ctx, { ...params, version })
      return withVersion({ entry }, entry.version)
    },
  ],
})
export { serve as loader, serve as action }
