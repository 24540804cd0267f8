import { commands } from '#agent-tools/commands.ts'
import { savedInputs, saveThing } from '#agent-tools/guild-things.ts'
import { tool } from '#agent-tools/tool.ts'

export const saveCommand = tool({
  name: 'save_command',
  title: 'Make or change a command',
  description:
    'Makes a command of a guild, or with id changes one; what is left out then stays. The first call saves nothing: it returns what would change and a confirm_token. The person decides, then the same call with the token saves. undo_action takes it back.',
  uses: [commands.routes.read, commands.routes.create, commands.routes.update],
  input: { properties: { ...savedInputs, ...commands.written }, required: ['guild_id'] },
  untrusted: true,
  about: (input) => String((input as { name?: string }).name ?? input.id ?? ''),
  run: (input, doing) => saveThing(commands, input, doing),
})
