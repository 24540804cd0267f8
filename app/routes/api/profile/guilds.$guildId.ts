import * as claims from '#app/features/claims/claims.server.ts'
import { claimGuild, releaseGuild } from '#app/features/claims/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  PUT: [claimGuild, async (ctx, { params }) => (await claims.claimGuild(ctx, params), null)],
  DELETE: [releaseGuild, async (ctx, { params }) => (await claims.releaseClaim(ctx, params), null)],
})
export { serve as loader, serve as action }
