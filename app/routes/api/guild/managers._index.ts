import { listManagers as list } from '#app/features/guilds/managers.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listManagers } from '#app/features/commands/registration/operations.ts'

const serve = endpoint({
  GET: [listManagers, async (ctx, { params }) => ({ managers: await list(ctx, params) })],
})
export { serve as loader, serve as action }
