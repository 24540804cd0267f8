import { commands } from '#agent-tools/guilds/commands.ts'
import { listInputs, listThings } from '#agent-tools/guilds/guild-resources.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const listCommands = tool({
  name: 'list_commands',
  title: 'List the commands of a guild',
  description:
    'Lists the commands of a guild by name, with their ids and versions. With id it returns that one in full, as JSON in parts.',
  uses: [commands.routes.list, commands.routes.read],
  input: listInputs,
  untrusted: true,
  about: ({ id }) => id,
  run: (input, { call }) => listThings(commands, input, call),
})
