import { searchConsole } from '#app/features/console-search/search.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { findInConsole } from '#app/features/console-search/operations.ts'

const serve = endpoint({ GET: [findInConsole, (ctx, { query }) => searchConsole(ctx, query)] })
export { serve as loader, serve as action }
