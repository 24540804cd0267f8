import * as redirects from '#app/features/content/store/redirects.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { createRedirect, deleteRedirect, listRedirects } from '#app/features/cms/draft-operations.ts'

const serve = endpoint({
  GET: [listRedirects, (ctx, { query }) => redirects.pageOfRedirects(ctx, query)],
  POST: [createRedirect, async (ctx, { body }) => ({ redirect: await redirects.createRedirect(ctx, body) })],
  DELETE: [deleteRedirect, (ctx, { query }) => redirects.deleteRedirect(ctx, query)],
})
export { serve as loader, serve as action }
