import { z } from 'zod'

/** Numeric values of the supported option types in Discord. */
export const optionTypes = {
  sub_command: 1,
  sub_command_group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const

/** Name of a slash command as Discord allows it: https://discord.com/developers/docs/interactions/application-commands. */
export const chatName = z
  .string()
  .regex(/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u, {
    error: 'Use 1 to 32 lowercase letters, digits, - or _, without spaces.',
  })
  .refine((name) => name === name.toLowerCase(), { error: 'Use lowercase letters.' })

export const description = z
  .string()
  .trim()
  .min(1, { error: 'Enter a description.' })
  .max(100, { error: 'Use at most 100 characters.' })

const { string, integer, number, channel } = optionTypes

/**
 * Maximum number of choices that Discord shows. With `autocomplete`, more choices are possible, filtered by the input.
 */
const MAX_CHOICES = 25
const MAX_SUGGESTED_CHOICES = 200

const choice = z.strictObject({
  name: z.string().min(1, { error: 'Enter a name.' }).max(100, { error: 'Use at most 100 characters.' }),
  value: z.union([z.string().max(100, { error: 'Use at most 100 characters.' }), z.number()]),
})

/** Discord option object with the fields allowed for its type. */
export type CommandOption = {
  type: number
  name: string
  description: string
  required?: boolean | undefined
  choices?: { name: string; value: string | number }[] | undefined
  options?: CommandOption[] | undefined
  channel_types?: number[] | undefined
  min_value?: number | undefined
  max_value?: number | undefined
  min_length?: number | undefined
  max_length?: number | undefined
  autocomplete?: boolean | undefined
}

const fields = {
  type: z.number().int().min(1).max(11, { error: 'Use an option type from 1 to 11.' }),
  name: chatName,
  description,
  required: z.boolean().optional(),
  choices: z
    .array(choice)
    .max(MAX_SUGGESTED_CHOICES, { error: `Use at most ${MAX_SUGGESTED_CHOICES} choices.` })
    .optional(),
  channel_types: z.array(z.number().int().min(0).max(16)).max(20).optional(),
  min_value: z.number().optional(),
  max_value: z.number().optional(),
  min_length: z.number().int().min(0).max(6000).optional(),
  max_length: z.number().int().min(1).max(6000).optional(),
  autocomplete: z.boolean().optional(),
}

const leaf = z.strictObject(fields)
const branch = z.strictObject({ ...fields, options: z.array(leaf).max(25).optional() })
const tree = z.strictObject({ ...fields, options: z.array(branch).max(25).optional() })

/**
 * Options in Discord's format with one extension: an option with `autocomplete` can have up to 200 `choices` as
 * suggestions. Discord allows 25 choices, and no choices with `autocomplete`.
 */
export const commandOptions = z
  .array(tree)
  .max(25, { error: 'Use at most 25 options.' })
  .superRefine((options, check) => {
    for (const issue of optionIssues(options as CommandOption[], [], 0)) {
      check.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    }
  })

type Path = (string | number)[]

/** Returns the issues, with paths, for one level of options. */
function optionIssues(
  options: CommandOption[],
  path: Path,
  depth: number,
): { path: Path; message: string }[] {
  const issues: { path: Path; message: string }[] = []
  const branches = options.filter(({ type }) => type <= 2)
  if (branches.length && branches.length < options.length) {
    issues.push({ path, message: 'Use either subcommands or other options, not both.' })
  }
  const names = new Set<string>()
  let optional = false
  for (const [index, option] of options.entries()) {
    const say = (field: string, message: string) => issues.push({ path: [...path, index, field], message })
    if (names.has(option.name)) say('name', 'Another option has this name. Use a different name.')
    names.add(option.name)
    if (option.type <= 2) {
      if (depth + option.type > 2) say('type', 'Subcommands must be at the top level or in one group.')
      else issues.push(...optionIssues(option.options ?? [], [...path, index, 'options'], depth + 1))
      if (option.type === 2 && option.options?.some(({ type }) => type !== 1)) {
        say('options', 'Add only subcommands to a group.')
      }
      if (option.type === 2 && !option.options?.length) say('options', 'Add a subcommand to the group.')
      if (option.required) say('required', 'Remove `required` from subcommands and groups.')
      continue
    }
    if (option.options?.length)
      say('options', 'Remove the nested options. Only subcommands can contain options.')
    if (option.required && optional) say('required', 'Put required options before optional ones.')
    optional ||= !option.required
    issues.push(
      ...valueOptionIssues(option).map(([field, message]) => ({ path: [...path, index, field], message })),
    )
  }
  return issues
}

function* limitsOf(option: CommandOption): Generator<[string, string]> {
  const isNumber = option.type === integer || option.type === number
  for (const field of ['min_value', 'max_value'] as const) {
    if (option[field] === undefined) continue
    if (!isNumber) yield [field, 'Remove this limit. Only number options can have a minimum or maximum.']
    else if (option.type === integer && !Number.isInteger(option[field])) yield [field, 'Use a whole number.']
  }
  for (const field of ['min_length', 'max_length'] as const) {
    if (option[field] !== undefined && option.type !== string)
      yield [field, 'Remove this limit. Only text options can have a minimum or maximum length.']
  }
  if ((option.min_value ?? -Infinity) > (option.max_value ?? Infinity)) {
    yield ['max_value', 'Use a maximum that is at least the minimum.']
  }
  if ((option.min_length ?? 0) > (option.max_length ?? 6000)) {
    yield ['max_length', 'Use a maximum length that is at least the minimum length.']
  }
  if (option.channel_types && option.type !== channel)
    yield ['channel_types', 'Remove the channel types. Only channel options can have channel types.']
}

function valueOptionIssues(option: CommandOption): [string, string][] {
  const issues = [...limitsOf(option)]
  const { type, choices = [], autocomplete } = option
  const chosen = type === string || type === integer || type === number
  if ((choices.length || autocomplete) && !chosen)
    issues.push(['choices', 'Remove the choices. Only text and number options can have choices.'])
  if (choices.length > MAX_CHOICES && !autocomplete) {
    issues.push(['choices', `Without autocomplete, use at most ${MAX_CHOICES} choices.`])
  }
  const fits = (value: string | number) =>
    type === string
      ? typeof value === 'string'
      : type === integer
        ? Number.isInteger(value)
        : typeof value === 'number'
  if (chosen && choices.some(({ value }) => !fits(value))) {
    issues.push(['choices', 'Use choice values that match the type of the option.'])
  }
  if (new Set(choices.map(({ name }) => name)).size < choices.length)
    issues.push(['choices', 'Give each choice a different name.'])
  return issues
}

/** Counts the characters in names, descriptions and choices, which Discord limits to 8,000. */
export function countCharacters(options: CommandOption[]): number {
  return options.reduce((sum, { name, description, choices = [], autocomplete, options: inner = [] }) => {
    const listed = autocomplete ? [] : choices
    const ofChoices = listed.reduce((all, one) => all + one.name.length + String(one.value).length, 0)
    return sum + name.length + description.length + ofChoices + countCharacters(inner)
  }, 0)
}
