import { addManager as add, removeManager as remove } from '#app/features/guilds/managers.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { addManager, removeManager } from '#app/features/commands/registration/operations.ts'

const serve = endpoint({
  PUT: [addManager, async (ctx, { params }) => ({ manager: await add(ctx, params) })],
  DELETE: [removeManager, async (ctx, { params }) => void (await remove(ctx, params))],
})
export { serve as loader, serve as action }
