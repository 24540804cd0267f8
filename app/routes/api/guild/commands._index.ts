import { createCommand as create, listCommands } from '#app/features/commands/manage.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { createCommand, listGuildCommands } from '#app/features/commands/operations.ts'

const serve = endpoint({
  GET: [listGuildCommands, (ctx, { params, query }) => listCommands(ctx, { ...params, ...query })],
  POST: [
    createCommand,
    (ctx, { params, body }) =>
      versioned('command', create(ctx, { ...params, ...body }), (command) => ({
        Location: `/api/guilds/${params.guildId}/commands/${command.id}`,
      })),
  ],
})
export { serve as loader, serve as action }
