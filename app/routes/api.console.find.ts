import { findAnything } from '#app/features/finding/finding.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { findInConsole } from '#app/operations/finding.ts'

const serve = endpoint({ GET: [findInConsole, (ctx, { query }) => findAnything(ctx, query)] })
export { serve as loader, serve as action }
