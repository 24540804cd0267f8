import { watchRunners as watch } from '#app/features/jobs/live.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { unbufferedHeaders } from '#app/http/protocol/stream-body.server.ts'
import { watchRunners } from '#app/features/runners/operations.ts'

const serve = endpoint({
  GET: [watchRunners, async (ctx) => withHeaders(await watch(ctx), unbufferedHeaders)],
})
export { serve as loader, serve as action }
