import { archiveEntry as archive } from '#app/features/cms/publishing.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { archiveEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    archiveEntry,
    async (ctx, { params, version }) => {
      const entry = await archive(ctx, { ...params, version })
      return withVersion({ entry }, entry.version)
    },
  ],
})
export { serve as loader, serve as action }
