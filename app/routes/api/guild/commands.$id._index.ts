import {
  deleteCommand as remove,
  readCommand as read,
  updateCommand as update,
} from '#app/features/commands/manage.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { deleteCommand, readCommand, updateCommand } from '#app/features/commands/operations.ts'

const serve = endpoint({
  GET: [readCommand, (ctx, { params }) => versioned('command', read(ctx, params))],
  PUT: [
    updateCommand,
    (ctx, { params, body, version }) => versioned('command', update(ctx, { ...params, ...body, version })),
  ],
  DELETE: [deleteCommand, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})
export { serve as loader, serve as action }
