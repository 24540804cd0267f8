import { z } from 'zod'
import { pagedQuery } from '#app/primitives/schema.ts'
import { command, commandInput } from '#app/features/commands/schema.ts'
import {
  guildId,
  inGuild,
  versionDescription,
  onGuildItem,
  pageFields,
  guildRead,
  guildWrite,
} from '#app/operations/parts.ts'

export const listGuildCommands = inGuild('listGuildCommands', 'GET /commands', {
  access: guildRead,
  query: pagedQuery,
  answers: { 200: z.object({ guild_id: guildId, commands: z.array(command), ...pageFields }) },
  summary: 'List commands',
  description: 'Sorted by name.',
})

export const createCommand = inGuild('createCommand', 'POST /commands', {
  access: guildWrite,
  keys: 'commands:write',
  body: commandInput,
  confirmed: true,
  answers: { 201: z.object({ command }) },
  refuses: [409],
  sends: ['Location'],
  summary: 'Create a command',
  description:
    'To make the command available in Discord, register the commands. Returns 409 if the name and type are taken, or if the guild has reached Discord’s limit.',
})

export const readCommand = onGuildItem('readCommand', 'GET /commands/{id}', {
  access: guildRead,
  keys: 'commands:read',
  answers: { 200: z.object({ command }) },
  summary: 'Read a command',
  description: versionDescription,
})

export const updateCommand = onGuildItem('updateCommand', 'PUT /commands/{id}', {
  access: guildWrite,
  keys: 'commands:write',
  versioned: true,
  body: commandInput,
  confirmed: true,
  answers: { 200: z.object({ command }) },
  refuses: [409],
  summary: 'Replace a command',
  description:
    'Send the whole command. Omitted fields get their defaults. The type of a command cannot change.',
})

export const deleteCommand = onGuildItem('deleteCommand', 'DELETE /commands/{id}', {
  access: guildWrite,
  keys: 'commands:write',
  versioned: true,
  answers: { 204: null },
  summary: 'Delete a command',
  description: 'The command remains in Discord until you register commands again.',
})
