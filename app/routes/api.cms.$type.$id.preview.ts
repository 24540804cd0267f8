import { linkPreview } from '#app/features/cms/preview.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { previewEntry } from '#app/operations/cms-acts.ts'

const serve = endpoint({ POST: [previewEntry, (ctx, { params }) => linkPreview(ctx, params)] })
export { serve as loader, serve as action }
