import { revertEntry as revert } from '#app/features/cms/publishing.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { revertEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [
    revertEntry,
    async (ctx, { params, version }) => {
      const entry = await revert(ctx, { ...params, version })
      return withVersion({ entry }, entry.version)
    },
  ],
})
export { serve as loader, serve as action }
