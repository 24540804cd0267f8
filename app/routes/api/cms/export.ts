import { exportAllEntries, zipped } from '#app/features/cms/export.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { exportEntries } from '#app/features/cms/draft-operations.ts'

const serve = endpoint({
  GET: [
    exportEntries,
    async (ctx, { query }) =>
      withHeaders(
        { type: 'application/zip', chunks: zipped(exportAllEntries(ctx, query)) },
        { 'Content-Disposition': 'attachment; filename="content.zip"' },
      ),
  ],
})
export { serve as loader, serve as action }
