import { listManagers as list } from '#app/features/guilds/managers.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { listManagers } from '#app/operations/registration.ts'

const serve = endpoint({
  GET: [listManagers, async (ctx, { params }) => ({ managers: await list(ctx, params) })],
})
export { serve as loader, serve as action }
