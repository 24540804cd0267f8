import { createPreviewLink } from '#app/features/cms/preview.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { previewEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  POST: [previewEntry, (ctx, { params, query }) => createPreviewLink(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
