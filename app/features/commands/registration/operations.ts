import { z } from 'zod'
import { pagedQuery } from '#app/primitives/schema.ts'
import {
  registerInput,
  registrationReport,
  registrationState,
} from '#app/features/commands/registration/schema.ts'
import { addGuildInput, guild, guildStates, manager } from '#app/features/guilds/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { guildId, inGuild, pageFields } from '#app/operations/parts.ts'

const managerParam = z.object({
  guildId,
  userId: z
    .string()
    .max(40)
    .meta({ description: 'Id of an account.', example: '01JDEM00000000000000000001' }),
})
const guildsQuery = pagedQuery.omit({ enabled: true }).extend({
  q: z.string().trim().max(100).optional().meta({ description: 'Part of the name.', example: 'harbour' }),
  state: z
    .enum(guildStates, { error: `Use one of: ${guildStates.join(', ')}.` })
    .optional()
    .meta({ description: 'Only guilds in this state. Default: `active` and `unavailable`.' }),
})
const assigning = { session: 'guilds:write' } as const

export const listGuilds = operation('listGuilds', 'GET /api/guilds', {
  access: { session: 'guild:read' },
  query: guildsQuery,
  answers: { 200: z.object({ guilds: z.array(guild), ...pageFields }) },
  summary: 'List your guilds',
  description:
    'Sorted by name. Administrators see every guild. Managers see the guilds that they manage, while these are active or unavailable.',
})

export const addGuild = operation('addGuild', 'POST /api/guilds', {
  access: assigning,
  body: addGuildInput,
  answers: { 201: z.object({ guild }) },
  refuses: [409],
  summary: 'Add a guild',
  description: 'Returns 409 if the guild already exists.',
})

export const listManagers = inGuild('listManagers', 'GET /managers', {
  access: assigning,
  keys: 'managers:read',
  answers: { 200: z.object({ managers: z.array(manager) }) },
  summary: 'List managers',
})

export const addManager = inGuild('addManager', 'PUT /managers/{userId}', {
  access: assigning,
  params: managerParam,
  answers: { 200: z.object({ manager }) },
  refuses: ['proof_required'],
  summary: 'Add a manager',
  description:
    'Repeating the request changes nothing. Requires a proof of identity from the last ten minutes.',
})

export const removeManager = inGuild('removeManager', 'DELETE /managers/{userId}', {
  access: assigning,
  params: managerParam,
  answers: { 204: null },
  refuses: ['proof_required'],
  summary: 'Remove a manager',
  description:
    'Returns 204 even if the account did not manage the guild. Requires a proof of identity from the last ten minutes.',
})

export const readRegistration = inGuild('readRegistration', 'GET /commands/register', {
  access: { session: 'guild:read' },
  keys: 'commands:read',
  answers: { 200: registrationState },
  summary: 'Get the registration status of commands',
  description: 'Does not call Discord.',
})

export const registerCommands = inGuild('registerCommands', 'POST /commands/register', {
  access: { session: 'guild:write' },
  keys: 'commands:write',
  body: registerInput,
  answers: { 200: registrationReport },
  refuses: [409, 503],
  summary: 'Register commands with Discord',
  description:
    'Returns 409 if another registration is running, or if the bot is not in the guild. Returns 503 if Discord is not configured or does not respond.',
})
