import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { readOpenapi } from '#app/features/health/operations.ts'

const serve = endpoint({
  GET: [
    readOpenapi,
    async (ctx, { query }) =>
      withHeaders(
        {
          ...openapiDocument(
            { name: ctx.contentIndex.site.name, siteUrl: ctx.config.siteUrl },
            query.surface,
          ),
        },
        { 'Access-Control-Allow-Origin': '*' },
      ),
  ],
})
export { serve as loader, serve as action }
