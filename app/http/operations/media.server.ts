import {
  listMedia as list,
  uploadMedia as upload,
  changeMedia as change,
  deleteMedia as remove,
  readMedia as read,
} from '#app/features/media/media.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import {
  listMedia,
  uploadMedia,
  changeMedia,
  deleteMedia,
  readMedia,
} from '#app/features/media/operations.ts'

export const mediaList = endpoint({
  GET: [listMedia, (ctx, { query }) => list(ctx, query)],
  POST: [
    uploadMedia,
    async (ctx, { upload: { file, fields } }) => {
      const { media, isNew } = await upload(ctx, { file, ...fields })
      return withHeaders({ media }, {}, isNew ? 201 : 200)
    },
  ],
})

export const mediaItem = endpoint({
  GET: [readMedia, (ctx, { params }) => read(ctx, params)],
  PATCH: [changeMedia, (ctx, { params, body }) => change(ctx, { ...params, ...body })],
  DELETE: [deleteMedia, (ctx, { params, query }) => remove(ctx, { ...params, force: query.force })],
})
