import { z } from 'zod'
import { command, table } from '#app/cli/command.server.ts'
import { addGuild, listGuilds } from '#app/features/guilds/guilds.server.ts'
import { addGuildInput } from '#app/features/guilds/schema.ts'

const { id, name } = addGuildInput.shape

export const guildsAdd = command({
  name: 'guilds add',
  summary: 'Adds a Discord guild.',
  options: addGuildInput.extend({
    id: id.meta({ description: 'Discord id of the guild, 17 to 20 digits.' }),
    name: name.meta({ description: 'Name of the guild.' }),
  }),
  run: addGuild,
  print: (guild) => `Added the guild ${guild.name} (${guild.id}).`,
})

export const guildsList = command({
  name: 'guilds list',
  summary: 'Lists the guilds by name.',
  options: z.object({}),
  run: async (ctx) => ({ guilds: await listGuilds(ctx) }),
  print: ({ guilds }) => table(guilds, 'There are no guilds.'),
})
