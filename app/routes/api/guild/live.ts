import { watchGuild as watch } from '#app/features/jobs/live.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { unbufferedHeaders } from '#app/http/protocol/stream-body.server.ts'
import { watchGuild } from '#app/features/jobs/operations.ts'

const serve = endpoint({
  GET: [watchGuild, async (ctx, { params }) => withHeaders(await watch(ctx, params), unbufferedHeaders)],
})
export { serve as loader, serve as action }
