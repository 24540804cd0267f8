import { z } from 'zod'
import { pagedQuery } from '#app/primitives/schema.ts'
import {
  registerInput,
  registrationReport,
  registrationState,
} from '#app/features/commands/registration/schema.ts'
import { addGuildInput, guild, manager } from '#app/features/guilds/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { guildId, inGuild, pageFields } from '#app/operations/parts.ts'

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

export const listGuilds = operation('listGuilds', 'GET /api/guilds', {
  access: { session: 'guild:read' },
  query: guildsQuery,
  answers: { 200: z.object({ guilds: z.array(guild), ...pageFields }) },
  summary: 'List the guilds that you may see',
  description: 'By name. Administrators see every guild, managers theirs.',
})

export const addGuild = operation('addGuild', 'POST /api/guilds', {
  access: assigning,
  body: addGuildInput,
  answers: { 201: z.object({ guild }) },
  refuses: [409],
  summary: 'Add a guild',
  description: '409 when it is there already.',
})

export const listManagers = inGuild('listManagers', 'GET /managers', {
  access: assigning,
  answers: { 200: z.object({ managers: z.array(manager) }) },
  summary: 'List who manages a guild',
})

export const addManager = inGuild('addManager', 'PUT /managers/{userId}', {
  access: assigning,
  params: managerParam,
  answers: { 200: z.object({ manager }) },
  refuses: ['proof_required'],
  summary: 'Give an account a guild to manage',
  description: 'A second time changes nothing. Needs a proof of identity from the last ten minutes.',
})

export const removeManager = inGuild('removeManager', 'DELETE /managers/{userId}', {
  access: assigning,
  params: managerParam,
  answers: { 204: null },
  refuses: ['proof_required'],
  summary: 'Take a guild from an account',
  description:
    '204 also when the account did not manage it. Needs a proof of identity from the last ten minutes.',
})

export const readRegistration = inGuild('readRegistration', 'GET /commands/register', {
  access: { session: 'guild:read' },
  answers: { 200: registrationState },
  summary: 'See how the commands of a guild are registered with Discord',
  description: 'Asks nobody outside.',
})

export const registerCommands = inGuild('registerCommands', 'POST /commands/register', {
  access: { session: 'guild:write' },
  body: registerInput,
  answers: { 200: registrationReport },
  refuses: [409, 503],
  summary: 'Register the commands of a guild with Discord',
  description:
    '409 while another registration runs, and when the bot is not in the guild; 503 when Discord is not set up or does not answer.',
})
