import { readGuildPolicy, saveGuildPolicy } from '#app/features/guilds/operations.ts'
import { readGuildPolicy as read, saveGuildPolicy as save } from '#app/features/guilds/policy.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  GET: [readGuildPolicy, async (ctx) => ({ policy: await read(ctx) })],
  PUT: [saveGuildPolicy, async (ctx, { body }) => ({ policy: await save(ctx, body) })],
})
export { serve as loader, serve as action }
