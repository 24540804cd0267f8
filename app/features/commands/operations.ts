import { z } from 'zod'
import { pagedQuery } from '#app/primitives/schema.ts'
import { command, commandInput } from '#app/features/commands/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { guildId, guildParam, itemParam, ofVersion, paged, reading, writing } from '#app/operations/parts.ts'

export const listGuildCommands = operation({
  id: 'listGuildCommands',
  method: 'GET',
  path: '/api/guilds/{guildId}/commands',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  query: pagedQuery,
  answers: { 200: z.object({ guild_id: guildId, commands: z.array(command), ...paged }) },
  refuses: [404],
  summary: 'List the commands of a guild',
  description: 'By name.',
})

export const createCommand = operation({
  id: 'createCommand',
  method: 'POST',
  path: '/api/guilds/{guildId}/commands',
  access: writing,
  limit: 'api_session',
  params: guildParam,
  body: commandInput,
  confirmed: true,
  answers: { 201: z.object({ command }) },
  refuses: [404, 409],
  sends: ['Location'],
  summary: 'Make a command',
  description:
    'Discord hears of it when commands are registered. 409 when the guild has a command of this name and type, or as many as Discord takes.',
})

export const readCommand = operation({
  id: 'readCommand',
  method: 'GET',
  path: '/api/guilds/{guildId}/commands/{id}',
  access: reading,
  limit: 'api_session',
  params: itemParam,
  answers: { 200: z.object({ command }) },
  refuses: [404],
  summary: 'Read a command',
  description: ofVersion,
})

export const updateCommand = operation({
  id: 'updateCommand',
  method: 'PUT',
  path: '/api/guilds/{guildId}/commands/{id}',
  access: writing,
  limit: 'api_session',
  params: itemParam,
  versioned: true,
  body: commandInput,
  confirmed: true,
  answers: { 200: z.object({ command }) },
  refuses: [404, 409],
  summary: 'Write a command anew',
  description: 'The whole command: what is left out gets its default. Its type cannot change.',
})

export const deleteCommand = operation({
  id: 'deleteCommand',
  method: 'DELETE',
  path: '/api/guilds/{guildId}/commands/{id}',
  access: writing,
  limit: 'api_session',
  params: itemParam,
  versioned: true,
  answers: { 204: null },
  refuses: [404],
  summary: 'Delete a command',
  description: 'Discord keeps it until commands are registered again.',
})
