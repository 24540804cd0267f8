import { command } from '#app/cli/command.server.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { addGuildInput } from '#app/features/guilds/schema.ts'

const { id, name } = addGuildInput.shape

export const guildsAdd = command({
  name: 'guilds add',
  summary: 'Adds a Discord guild.',
  options: addGuildInput.extend({
    id: id.meta({ description: 'The guild’s Discord id, 17 to 20 digits.' }),
    name: name.meta({ description: 'What to call it here.' }),
  }),
  run: addGuild,
  print: (guild) => `${guild.name} (${guild.id}) is added.`,
})
