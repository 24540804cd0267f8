import { setGuildState } from '#app/features/guilds/operations.ts'
import { setGuildState as set } from '#app/features/guilds/states.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  PUT: [
    setGuildState,
    async (ctx, { params, body }) => ({ guild: await set(ctx, { id: params.guildId, ...body }) }),
  ],
})
export { serve as loader, serve as action }
