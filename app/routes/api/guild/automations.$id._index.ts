import {
  deleteAutomation as remove,
  readAutomation as read,
  updateAutomation as update,
} from '#app/features/automations/automations.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { deleteAutomation, readAutomation, updateAutomation } from '#app/features/automations/operations.ts'

const serve = endpoint({
  GET: [readAutomation, (ctx, { params }) => versioned('automation', read(ctx, params))],
  PUT: [
    updateAutomation,
    (ctx, { params, body, version }) => versioned('automation', update(ctx, { ...params, ...body, version })),
  ],
  DELETE: [deleteAutomation, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})
export { serve as loader, serve as action }
