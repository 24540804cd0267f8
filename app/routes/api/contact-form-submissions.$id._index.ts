import { changeSubmission as change, removeSubmission } from '#app/features/contact/inbox.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { changeSubmission, deleteSubmission } from '#app/features/contact/operations.ts'

const serve = endpoint({
  PATCH: [changeSubmission, (ctx, { params, body }) => change(ctx, { ...params, ...body })],
  DELETE: [deleteSubmission, (ctx, { params }) => removeSubmission(ctx, params)],
})
export { serve as loader, serve as action }
