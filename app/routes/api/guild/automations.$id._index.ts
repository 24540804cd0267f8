import {
  deleteAutomation as remove,
  readAutomation as read,
  updateAutomation as update,
} from '#app/features/automations/automations.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { deleteAutomation, readAutomation, updateAutomation } from '#app/features/automations/operations.ts'

const serve = endpoint({
  GET: [
    readAutomation,
    async (ctx, { params }) => {
      const automation = await read(ctx, params)
      return withVersion({ automation }, automation.version)
    },
  ],
  PUT: [
    updateAutomation,
    async (ctx, { params, body, version }) => {
      const automation = await update(ctx, { ...params, ...body, version })
      return withVersion({ automation }, automation.version)
    },
  ],
  DELETE: [deleteAutomation, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})
export { serve as loader, serve as action }
