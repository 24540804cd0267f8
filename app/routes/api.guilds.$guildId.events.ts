import { listEvents } from '#app/features/stats/log.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { listGuildEvents } from '#app/operations/stats.ts'

const serve = endpoint({
  GET: [listGuildEvents, (ctx, { params, query }) => listEvents(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
