import { z } from 'zod'
import { foundGuild } from '#app/features/claims/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'
import { guildParam } from '#app/operations/parts.ts'

const onServers = operationsAt('/api/profile/servers', { access: { session: 'profile:own' } })

export const listOwnServers = onServers('listOwnServers', 'GET', {
  answers: { 200: z.object({ servers: z.array(foundGuild).meta({ description: 'Your servers.' }) }) },
  summary: 'List your servers',
  description:
    'Lists the servers that you have claimed. For an hour after a Discord sign-in with `guilds=true`, also lists the servers in which you have Manage Server.',
})

export const claimServer = onServers('claimServer', 'PUT /{guildId}', {
  params: guildParam,
  answers: { 204: null },
  refuses: [503],
  summary: 'Claim a server',
  description:
    'The bot checks that you have Manage Server. Repeating the request checks again if the last check is older than ten minutes or the claim is suspended, and restores a suspended claim. Returns 403 without the permission, and 503 if Discord does not respond.',
})

export const releaseServer = onServers('releaseServer', 'DELETE /{guildId}', {
  params: guildParam,
  answers: { 204: null },
  summary: 'Give up a claim',
  description: 'Repeating the request changes nothing.',
})
