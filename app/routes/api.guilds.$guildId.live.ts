import { watchGuild as watch } from '#app/features/jobs/live.server.ts'
import { endpoint, withHeaders } from '#app/http/endpoint.server.ts'
import { atOnce } from '#app/http/stream-body.server.ts'
import { watchGuild } from '#app/operations/jobs.ts'

const serve = endpoint({
  GET: [watchGuild, async (ctx, { params }) => withHeaders(await watch(ctx, params), atOnce)],
})
export { serve as loader, serve as action }
