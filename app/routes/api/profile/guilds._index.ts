import { listFound } from '#app/features/claims/claims.server.ts'
import { listOwnGuilds } from '#app/features/claims/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({ GET: [listOwnGuilds, async (ctx) => ({ guilds: await listFound(ctx) })] })
export { serve as loader, serve as action }
