import { commands } from '#agent-tools/guilds/commands.ts'
import { savedInputs, saveThing } from '#agent-tools/guilds/guild-resources.ts'
import { tool } from '#agent-tools/tool/tool.ts'

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

export const saveCommand = tool({
  name: 'save_command',
  title: 'Make or change a command',
  description:
    'Makes a command of a guild, or with id changes one; what is left out then stays. The first call saves nothing: it returns what would change and a confirm_token. The person decides, then the same call with the token saves. undo_action takes it back.',
  uses: [commands.routes.read, commands.routes.create, commands.routes.update],
  input: { properties: { ...savedInputs, ...commands.written }, required: ['guild_id'] },
  untrusted: true,
  about: (input) => String((input as { name?: string }).name ?? input.id ?? ''),
  run: (input, doing) => saveThing(commands, withNumbers(input), doing),
})
