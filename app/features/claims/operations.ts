import { z } from 'zod'
import { foundGuild } from '#app/features/claims/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'
import { guildParam } from '#app/operations/parts.ts'

const onOwnGuilds = operationsAt('/api/profile/guilds', { access: { session: 'profile:own' } })

export const listOwnGuilds = onOwnGuilds('listOwnGuilds', 'GET', {
  answers: { 200: z.object({ guilds: z.array(foundGuild).meta({ description: 'Your guilds.' }) }) },
  summary: 'List your guilds',
  description:
    'Lists the guilds that you have claimed. For an hour after a Discord sign-in with `guilds=true`, also lists the guilds in which you have Manage Server.',
})

export const claimGuild = onOwnGuilds('claimGuild', 'PUT /{guildId}', {
  params: guildParam,
  answers: { 204: null },
  refuses: [409, 503],
  summary: 'Claim a guild',
  description:
    'The bot checks that you have Manage Server. Repeating the request checks again if the last check is older than ten minutes or the claim is suspended, and restores a suspended claim. Returns 403 without the permission or without a linked Discord account, 409 if Discord is unlinked or the claim is removed during the check, and 503 if Discord does not respond. The `claim` rate limit applies to checks.',
})

export const releaseGuild = onOwnGuilds('releaseGuild', 'DELETE /{guildId}', {
  params: guildParam,
  answers: { 204: null },
  summary: 'Give up a claim',
  description: 'Repeating the request changes nothing.',
})
