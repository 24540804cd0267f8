import type { Kind } from '#agent-tools/guilds/guild-resources.ts'
import { optional } from '#agent-tools/tool/inputs.ts'
import {
  createCommand,
  deleteCommand,
  listGuildCommands,
  readCommand,
  updateCommand,
} from '#agent-tools/guilds/operations.ts'
import { short } from '#agent-tools/tool/text.ts'

type Command = {
  id: string
  name: string
  type: number
  description: string
  enabled: boolean
  registered: boolean
  use_count: number
  version: number
}

const { name, description, options, actions, enabled, ...rest } = optional(createCommand.body)

/** The commands of a guild. */
export const commands: Kind<Command> = {
  noun: 'command',
  routes: {
    list: listGuildCommands,
    read: readCommand,
    create: createCommand,
    update: updateCommand,
    remove: deleteCommand,
  },
  written: {
    name: { ...name, maxLength: 32, description: 'What is typed after the slash, in small letters.' },
    description: { ...description, maxLength: 100, description: 'What Discord shows beside the name.' },
    ...rest,
    options: { ...options, description: 'What is asked for, as option objects of Discord.' },
    actions: { ...actions, description: 'What the bot does besides answering.' },
    enabled: { ...enabled, description: 'Whether it answers.' },
  },
  needed: ['name'],
  emptied: ['default_member_permissions'],
  shown: (guildId, command) => ({
    id: command.id,
    version: command.version,
    name: short(command.name, 32),
    type: command.type,
    description: short(command.description, 60),
    enabled: command.enabled,
    registered: command.registered,
    use_count: command.use_count,
    page: `/admin/guilds/${guildId}/commands/${command.id}`,
  }),
}
