import { exportEntry as write } from '#app/features/cms/content-file.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { exportEntry } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({
  GET: [
    exportEntry,
    async (ctx, { params }) => {
      const { name, text } = await write(ctx, params)
      const disposition = `attachment; filename="${name.replaceAll('/', '-')}"`
      const body = { type: 'text/markdown; charset=utf-8', chunks: once(text) }
      return withHeaders(body, { 'Content-Disposition': disposition })
    },
  ],
})
export { serve as loader, serve as action }

async function* once(text: string) {
  yield text
}
