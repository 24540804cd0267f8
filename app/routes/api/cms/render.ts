import { renderText } from '#app/features/cms/preview.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { renderEntry } from '#app/features/cms/operations.ts'

const serve = endpoint({ POST: [renderEntry, (ctx, { body }) => renderText(ctx, body)] })
export { serve as loader, serve as action }
