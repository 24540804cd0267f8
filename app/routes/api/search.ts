import { searchContent } from '#app/features/content/content.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { searchSite } from '#app/features/content/operations.ts'

const serve = endpoint({ GET: [searchSite, (ctx, { query }) => searchContent(ctx, query)] })
export { serve as loader, serve as action }
