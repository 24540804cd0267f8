import { addGuild as add, pageOfGuilds } from '#app/features/guilds/guilds.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { addGuild, listGuilds } from '#app/features/commands/registration/operations.ts'

const serve = endpoint({
  GET: [listGuilds, (ctx, { query }) => pageOfGuilds(ctx, query)],
  POST: [addGuild, async (ctx, { body }) => ({ guild: await add(ctx, body) })],
})
export { serve as loader, serve as action }
