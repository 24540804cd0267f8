import { exportConversation as write } from '#app/features/chat/export.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { exportConversation } from '#app/features/chat/operations.ts'

const serve = endpoint({
  GET: [
    exportConversation,
    async (ctx, { params, query }) => {
      const { name, ...file } = await write(ctx, { ...params, ...query })
      return withHeaders(file, { 'Content-Disposition': `attachment; filename="${name}"` })
    },
  ],
})
export { serve as loader, serve as action }
