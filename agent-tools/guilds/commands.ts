import { type ResourceKind, listTool, saveTool } from '#agent-tools/guilds/guild-resources.ts'
import {
  createCommand,
  deleteCommand,
  listGuildCommands,
  readCommand,
  updateCommand,
} from '#agent-tools/guilds/operations.ts'
import { withoutDefaults } from '#agent-tools/tool/inputs.ts'
import { shorten } from '#agent-tools/tool/text.ts'

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

/** The commands of a guild. */
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
    name: { ...name, maxLength: 32, description: 'What is typed after the slash, in small letters.' },
    description: { ...description, maxLength: 100, description: 'What Discord shows beside the name.' },
    ...rest,
    options: { ...options, description: 'What is asked for, as option objects of Discord.' },
    actions: { ...actions, description: 'What the bot does besides answering.' },
    enabled: { ...enabled, description: 'Whether it answers.' },
  },
  required: ['name'],
  nullable: ['default_member_permissions'],
  sent: withNumbers,
  present: (guildId, command) => ({
    id: command.id,
    version: command.version,
    name: shorten(command.name, 32),
    type: command.type,
    description: shorten(command.description, 60),
    enabled: command.enabled,
    registered: command.registered,
    use_count: command.use_count,
    page: `/admin/guilds/${guildId}/commands/${command.id}`,
  }),
}

export const listCommands = listTool(commands, {
  name: 'list_commands',
  title: 'List the commands of a guild',
  description:
    'Lists the commands of a guild by name, with their ids and versions. With id it returns that one in full, as JSON in parts.',
})

type Option = { type: number; choices?: { value: unknown }[]; options?: Option[] }

/** Integers and numbers: their choices have numbers, which the schema takes as texts. */
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
  title: 'Make or change a command',
  description:
    'Makes a command of a guild, or with id changes one; what is left out then stays. The first call saves nothing: it returns what would change and a confirm_token. The person decides, then the same call with the token saves. undo_action takes it back.',
})
