import {
  deleteCommand as remove,
  readCommand as read,
  updateCommand as update,
} from '#app/features/commands/manage.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { deleteCommand, readCommand, updateCommand } from '#app/features/commands/operations.ts'

const serve = endpoint({
  GET: [
    readCommand,
    async (ctx, { params }) => {
      const command = await read(ctx, params)
      return withVersion({ command }, command.version)
    },
  ],
  PUT: [
    updateCommand,
    async (ctx, { params, body, version }) => {
      const command = await update(ctx, { ...params, ...body, version })
      return withVersion({ command }, command.version)
    },
  ],
  DELETE: [deleteCommand, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})
export { serve as loader, serve as action }
