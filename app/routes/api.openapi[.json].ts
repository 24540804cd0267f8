import { endpoint, withHeaders } from '#app/http/endpoint.server.ts'
import { openapiDocument } from '#app/operations/openapi.server.ts'
import { readOpenapi } from '#app/operations/service.ts'

const serve = endpoint({
  GET: [
    readOpenapi,
    async (ctx, { query }) =>
      withHeaders(
        { ...openapiDocument(ctx.config.siteUrl, query.surface) },
        { 'Access-Control-Allow-Origin': '*' },
      ),
  ],
})
export { serve as loader, serve as action }
