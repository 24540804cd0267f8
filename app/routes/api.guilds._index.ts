import { addGuild as add, listGuilds as list } from '#app/features/guilds/guilds.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { addGuild, listGuilds } from '#app/operations/registration.ts'

const serve = endpoint({
  GET: [listGuilds, async (ctx) => ({ guilds: await list(ctx) })],
  POST: [addGuild, async (ctx, { body }) => ({ guild: await add(ctx, body) })],
})
export { serve as loader, serve as action }
