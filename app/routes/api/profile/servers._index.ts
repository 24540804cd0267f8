import { listFound } from '#app/features/claims/claims.server.ts'
import { listOwnServers } from '#app/features/claims/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({ GET: [listOwnServers, async (ctx) => ({ servers: await listFound(ctx) })] })
export { serve as loader, serve as action }
