import { undeleteEntry as undelete } from '#app/features/cms/removal.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { undeleteEntry } from '#app/features/cms/operations.ts'

const serve = endpoint({
  POST: [
    undeleteEntry,
    async (ctx, { params }) => {
      const entry = await undelete(ctx, params)
      return withVersion({ entry }, entry.version)
    },
  ],
})
export { serve as loader, serve as action }
