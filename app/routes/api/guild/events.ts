import { listEvents } from '#app/features/events/log.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listGuildEvents } from '#app/features/stats/operations.ts'

const serve = endpoint({
  GET: [listGuildEvents, (ctx, { params, query }) => listEvents(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
