import {
  changeMedia as change,
  deleteMedia as remove,
  readMedia as read,
} from '#app/features/media/media.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { changeMedia, deleteMedia, readMedia } from '#app/features/media/operations.ts'

const serve = endpoint({
  GET: [readMedia, (ctx, { params }) => read(ctx, params)],
  PATCH: [changeMedia, (ctx, { params, body }) => change(ctx, { ...params, ...body })],
  DELETE: [deleteMedia, (ctx, { params, query }) => remove(ctx, { ...params, force: query.force })],
})
export { serve as loader, serve as action }
