import { claimGuild, releaseClaim } from '#app/features/claims/claims.server.ts'
import { claimServer, releaseServer } from '#app/features/claims/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  PUT: [claimServer, async (ctx, { params }) => (await claimGuild(ctx, params), null)],
  DELETE: [releaseServer, async (ctx, { params }) => (await releaseClaim(ctx, params), null)],
})
export { serve as loader, serve as action }
