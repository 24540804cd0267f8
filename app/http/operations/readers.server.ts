import { exportReaders as exportCounts } from '#app/features/readers/export.server.ts'
import { exportReaders } from '#app/features/readers/operations.ts'
import { download, endpoint } from '#app/http/api/endpoint.server.ts'

export const readersExport = endpoint({
  GET: [exportReaders, (ctx, { query }) => download(exportCounts(ctx, query))],
})
