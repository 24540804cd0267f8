import { z } from 'zod'
import { guild, guildPolicy, guildStateInput } from '#app/features/guilds/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'
import { inGuild } from '#app/operations/parts.ts'

const onPolicy = operationsAt('/api/guilds/policy', {})

export const readGuildPolicy = onPolicy('readGuildPolicy', 'GET', {
  access: { session: 'guilds:write' },
  answers: { 200: z.object({ policy: guildPolicy }) },
  summary: 'Get the policy for new guilds',
})

export const saveGuildPolicy = onPolicy('saveGuildPolicy', 'PUT', {
  access: { session: 'guilds:policy' },
  body: guildPolicy,
  answers: { 200: z.object({ policy: guildPolicy }) },
  summary: 'Change the policy for new guilds',
  description: 'Only owners can change the policy.',
})

export const setGuildState = inGuild('setGuildState', 'PUT /state', {
  access: { session: 'guilds:write' },
  body: guildStateInput,
  answers: { 200: z.object({ guild }) },
  refuses: [409, 503],
  summary: 'Approve, leave or block a guild',
  description:
    '`active` approves a pending guild. `left` makes the bot leave. `blocked` makes the bot leave, now and whenever it is added again. `pending` undoes an approval or a block. Repeating the request changes nothing. `active` and `pending` return 409 if the bot has left, and `active` also returns 409 for a blocked guild. `left` returns 503 if Discord does not respond.',
})
