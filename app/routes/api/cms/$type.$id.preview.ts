import { linkPreview } from '#app/features/cms/preview.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { previewEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({ POST: [previewEntry, (ctx, { params }) => linkPreview(ctx, params)] })
export { serve as loader, serve as action }
