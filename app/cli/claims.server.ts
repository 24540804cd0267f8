import { z } from 'zod'
import { command, table } from '#app/cli/command.server.ts'
import { listClaims, removeClaim } from '#app/features/claims/claims.server.ts'
import { addGuildInput } from '#app/features/guilds/schema.ts'

const guild = addGuildInput.shape.id.meta({ description: 'Discord id of the guild, 17 to 20 digits.' })

export const claimsList = command({
  name: 'claims list',
  summary: 'Lists the claims of a guild, oldest first.',
  options: z.object({ guild }),
  run: async (ctx, { guild: guildId }) => ({ claims: await listClaims(ctx, { guildId }) }),
  print: ({ claims }) =>
    table(
      claims.map(({ user_id, name, email, checked_at, suspended_at }) => ({
        user: user_id,
        name,
        email,
        state: suspended_at ? 'suspended' : 'valid',
        checked: checked_at,
      })),
      'The guild has no claims.',
    ),
})

export const claimsRemove = command({
  name: 'claims remove',
  summary: 'Removes a claim. While the user has Manage Server, they can claim the guild again.',
  options: z.object({
    guild,
    user: z.string().min(1).max(64).meta({ description: 'User id, as shown by claims list.' }),
  }),
  run: async (ctx, { guild: guildId, user: userId }) => ({
    removed: await removeClaim(ctx, { guildId, userId }),
  }),
  failed: ({ removed }) => !removed,
  print: ({ removed }) => (removed ? 'Removed the claim.' : 'This user has not claimed this guild.'),
})
