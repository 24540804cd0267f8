import { exportConversation as write } from '#app/features/chat/export.server.ts'
import { download, endpoint } from '#app/http/api/endpoint.server.ts'
import { exportConversation } from '#app/features/chat/operations.ts'

const serve = endpoint({
  GET: [exportConversation, (ctx, { params, query }) => download(write(ctx, { ...params, ...query }))],
})
export { serve as loader, serve as action }
