import { automations } from '#agent-tools/guilds/automations.ts'
import { savedInputs, saveThing } from '#agent-tools/guilds/guild-resources.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const saveAutomation = tool({
  name: 'save_automation',
  title: 'Make or change an automation',
  description:
    'Makes something that the bot does by itself, or with id changes one; what is left out then stays. The first call saves nothing: it returns what would change and a confirm_token. The person decides, then the same call with the token saves. test_automation tries it; undo_action takes it back.',
  uses: [automations.routes.read, automations.routes.create, automations.routes.update],
  input: { properties: { ...savedInputs, ...automations.written }, required: ['guild_id'] },
  untrusted: true,
  about: (input) => String((input as { name?: string }).name ?? input.id ?? ''),
  run: (input, doing) => saveThing(automations, input, doing),
})
