import { watchRunners as watch } from '#app/features/jobs/live.server.ts'
import { endpoint, withHeaders } from '#app/http/endpoint.server.ts'
import { atOnce } from '#app/http/stream-body.server.ts'
import { watchRunners } from '#app/operations/runners.ts'

const serve = endpoint({
  GET: [watchRunners, async (ctx) => withHeaders(await watch(ctx), atOnce)],
})
export { serve as loader, serve as action }
