import { restoreRevision as restore } from '#app/features/cms/revisions.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { restoreRevision } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    restoreRevision,
    async (ctx, { params, version }) => {
      const entry = await restore(ctx, { ...params, version })
      return withVersion({ entry }, entry.version)
    },
  ],
})
export { serve as loader, serve as action }
