import {
  createCommand as create,
  listCommands,
  deleteCommand as remove,
  readCommand as read,
  updateCommand as update,
} from '#app/features/commands/manage.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import {
  createCommand,
  listGuildCommands,
  deleteCommand,
  readCommand,
  updateCommand,
} from '#app/features/commands/operations.ts'
import { registerCommands as register } from '#app/features/commands/registration/register.server.ts'
import { readRegistration as readState } from '#app/features/commands/registration/overview.server.ts'
import { readRegistration, registerCommands } from '#app/features/commands/registration/operations.ts'

export const commandList = endpoint({
  GET: [listGuildCommands, (ctx, { params, query }) => listCommands(ctx, { ...params, ...query })],
  POST: [
    createCommand,
    (ctx, { params, body }) =>
      versioned('command', create(ctx, { ...params, ...body }), (command) => ({
        Location: `/api/guilds/${params.guildId}/commands/${command.id}`,
      })),
  ],
})

export const commandItem = endpoint({
  GET: [readCommand, (ctx, { params }) => versioned('command', read(ctx, params))],
  PUT: [
    updateCommand,
    (ctx, { params, body, version }) => versioned('command', update(ctx, { ...params, ...body, version })),
  ],
  DELETE: [deleteCommand, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})

export const commandRegistration = endpoint({
  GET: [readRegistration, (ctx, { params }) => readState(ctx, params)],
  POST: [registerCommands, (ctx, { params, body }) => register(ctx, { ...params, ...body })],
})
