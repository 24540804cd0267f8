import { reportHealth } from '#app/features/health/health.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { readHealth } from '#app/features/health/operations.ts'

const serve = endpoint({
  GET: [
    readHealth,
    async (ctx) =>
      withHeaders(await reportHealth(ctx), {
        'Cache-Control': 'public, max-age=5',
        'Access-Control-Allow-Origin': '*',
      }),
  ],
})
export { serve as loader, serve as action }
