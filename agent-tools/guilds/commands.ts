import { type ResourceKind, listTool, saveTool } from '#agent-tools/guilds/guild-resources.ts'
import {
  createCommand,
  deleteCommand,
  listGuildCommands,
  readCommand,
  updateCommand,
} from '#agent-tools/guilds/operations.ts'
import { withoutDefaults } from '#agent-tools/tool/inputs.ts'
import { sanitizeLine } from '#agent-tools/tool/text.ts'

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

const { name, description, options, actions, enabled, ...rest } = withoutDefaults(createCommand.body)

const commands: ResourceKind<Command> = {
  noun: 'command',
  routes: {
    list: listGuildCommands,
    read: readCommand,
    create: createCommand,
    update: updateCommand,
    remove: deleteCommand,
  },
  writable: {
    name: { ...name, maxLength: 32, description: 'Name after the slash, in lowercase.' },
    description: {
      ...description,
      maxLength: 100,
      description: 'Description that Discord shows beside the name.',
    },
    ...rest,
    options: { ...options, description: 'Options as Discord option objects.' },
    actions: { ...actions, description: 'Actions besides the response.' },
    enabled: { ...enabled, description: 'Whether the command is enabled.' },
  },
  required: ['name'],
  nullable: ['default_member_permissions'],
  sent: withNumbers,
  present: (guildId, command) => ({
    id: command.id,
    version: command.version,
    name: sanitizeLine(command.name, 32),
    type: command.type,
    description: sanitizeLine(command.description, 60),
    enabled: command.enabled,
    registered: command.registered,
    use_count: command.use_count,
    page: `/admin/guilds/${guildId}/commands/${command.id}`,
  }),
}

export const listCommands = listTool(commands, {
  name: 'list_commands',
  title: 'List commands',
  description:
    'Lists a server’s commands by name, with their ids and versions. With id, returns one command in full, as JSON in parts.',
})

type Option = { type: number; choices?: { value: unknown }[]; options?: Option[] }

/**
 * `INTEGER` and `NUMBER` option types. Choices for these types are numbers, which the tool schema accepts as strings.
 */
const numeric = [4, 10]

function withNumbers<I extends object>(input: I): I {
  const { options } = input as { options?: Option[] }
  return options ? { ...input, options: options.map(optionWithNumbers) } : input
}

function optionWithNumbers(option: Option): Option {
  const { choices, options } = option
  const isNumeric = numeric.includes(option.type)
  const numbers = choices?.map((one) => ({ ...one, value: isNumeric ? Number(one.value) : one.value }))
  return {
    ...option,
    ...(numbers ? { choices: numbers } : {}),
    ...(options ? { options: options.map(optionWithNumbers) } : {}),
  }
}

export const saveCommand = saveTool(commands, {
  name: 'save_command',
  title: 'Create or change a command',
  description:
    'Creates a command for a server. With id, changes that command and keeps omitted fields. The first call only returns a proposal and a confirm_token. After the person agrees, repeat the call with the token. This tool does not register the command with Discord. undo_action reverts the change.',
})
