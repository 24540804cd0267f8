import { z } from 'zod'
import { command, table } from '#app/cli/command.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'

export const guildsList = command({
  name: 'guilds list',
  summary: 'Lists the guilds by name.',
  options: z.object({}),
  run: async (ctx) => ({ guilds: await listGuilds(ctx) }),
  print: ({ guilds }) => table(guilds, 'There are no guilds.'),
})
