import { listMedia as list, uploadMedia as upload } from '#app/features/media/media.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { listMedia, uploadMedia } from '#app/features/media/operations.ts'

const serve = endpoint({
  GET: [listMedia, (ctx, { query }) => list(ctx, query)],
  POST: [
    uploadMedia,
    async (ctx, { upload: { file, fields } }) => {
      const { media, isNew } = await upload(ctx, { file, ...fields })
      return withHeaders({ media }, {}, isNew ? 201 : 200)
    },
  ],
})
export { serve as loader, serve as action }
