import { z } from 'zod'
import { pagedQuery } from '#app/primitives/schema.ts'
import {
  registerInput,
  registrationReport,
  registrationState,
} from '#app/features/commands/registration/schema.ts'
import { addGuildInput, guild, manager } from '#app/features/guilds/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { guildId, guildParam, paged } from '#app/operations/parts.ts'

const managerParam = z.object({
  guildId,
  userId: z
    .string()
    .max(40)
    .meta({ description: 'The id of an account.', example: '01JDEM00000000000000000001' }),
})
const guildsQuery = pagedQuery.omit({ enabled: true }).extend({
  q: z.string().trim().max(100).optional().meta({ description: 'A part of the name.', example: 'harbour' }),
})
const assigning = { session: 'guilds:write' } as const

export const listGuilds = operation({
  id: 'listGuilds',
  method: 'GET',
  path: '/api/guilds',
  access: { session: 'guild:read' },
  limit: 'api_session',
  query: guildsQuery,
  answers: {
    200: z.object({
      guilds: z.array(guild),
      ...paged,
    }),
  },
  summary: 'List the guilds that you may see',
  description: 'By name. Administrators see every guild, managers theirs.',
})

export const addGuild = operation({
  id: 'addGuild',
  method: 'POST',
  path: '/api/guilds',
  access: assigning,
  limit: 'api_session',
  body: addGuildInput,
  answers: { 201: z.object({ guild }) },
  refuses: [409],
  summary: 'Add a guild',
  description: '409 when it is there already.',
})

export const listManagers = operation({
  id: 'listManagers',
  method: 'GET',
  path: '/api/guilds/{guildId}/managers',
  access: assigning,
  limit: 'api_session',
  params: guildParam,
  answers: { 200: z.object({ managers: z.array(manager) }) },
  refuses: [404],
  summary: 'List who manages a guild',
})

export const addManager = operation({
  id: 'addManager',
  method: 'PUT',
  path: '/api/guilds/{guildId}/managers/{userId}',
  access: assigning,
  limit: 'api_session',
  params: managerParam,
  answers: { 200: z.object({ manager }) },
  refuses: ['proof_required', 404],
  summary: 'Give an account a guild to manage',
  description: 'A second time changes nothing. Needs a proof of identity from the last ten minutes.',
})

export const removeManager = operation({
  id: 'removeManager',
  method: 'DELETE',
  path: '/api/guilds/{guildId}/managers/{userId}',
  access: assigning,
  limit: 'api_session',
  params: managerParam,
  answers: { 204: null },
  refuses: ['proof_required', 404],
  summary: 'Take a guild from an account',
  description:
    '204 also when the account did not manage it. Needs a proof of identity from the last ten minutes.',
})

export const readRegistration = operation({
  id: 'readRegistration',
  method: 'GET',
  path: '/api/guilds/{guildId}/commands/register',
  access: { session: 'guild:read' },
  limit: 'api_session',
  params: guildParam,
  answers: { 200: registrationState },
  refuses: [404],
  summary: 'See how the commands of a guild are registered with Discord',
  description: 'Asks nobody outside.',
})

export const registerCommands = operation({
  id: 'registerCommands',
  method: 'POST',
  path: '/api/guilds/{guildId}/commands/register',
  access: { session: 'guild:write' },
  limit: 'api_session',
  params: guildParam,
  body: registerInput,
  answers: { 200: registrationReport },
  refuses: [404, 409, 503],
  summary: 'Register the commands of a guild with Discord',
  description:
    '409 while another registration runs, and when the bot is not in the guild; 503 when Discord is not set up or does not answer.',
})
