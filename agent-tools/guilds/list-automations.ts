import { automations } from '#agent-tools/guilds/automations.ts'
import { listInputs, listThings } from '#agent-tools/guilds/guild-resources.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const listAutomations = tool({
  name: 'list_automations',
  title: 'List the automations of a guild',
  description:
    'Lists what the bot of a guild does by itself, with ids, versions and how the runs went. With id it returns that one in full, as JSON in parts.',
  uses: [automations.routes.list, automations.routes.read],
  input: listInputs,
  untrusted: true,
  about: ({ id }) => id,
  run: (input, { call }) => listThings(automations, input, call),
})
