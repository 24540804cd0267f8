import { importEntries as take } from '#app/features/cms/import/entry-files.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { importEntries } from '#app/features/cms/operations.ts'

const serve = endpoint({
  POST: [importEntries, async (ctx, { body }) => ({ results: await take(ctx, body) })],
})
export { serve as loader, serve as action }
