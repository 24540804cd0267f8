import { z } from 'zod'

/** The types of option that a command can take, with Discord's numbers. */
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

/** What Discord lets a command be called that is typed, https://discord.com/developers/docs/interactions/application-commands. */
export const chatName = z
  .string()
  .regex(/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u, {
    error: 'One to 32 letters, digits, - or _, without spaces.',
  })
  .refine((name) => name === name.toLowerCase(), { error: 'Use lower case.' })

export const description = z
  .string()
  .trim()
  .min(1, { error: 'Enter a description.' })
  .max(100, { error: 'Use at most 100 characters.' })

const { string, integer, number, channel } = optionTypes

/** How many choices Discord shows in its list; with `autocomplete` there may be more, and what was typed narrows them. */
const MAX_CHOICES = 25
const MAX_SUGGESTED_CHOICES = 200

const choice = z.strictObject({
  name: z.string().min(1, { error: 'Enter a name.' }).max(100, { error: 'Use at most 100 characters.' }),
  value: z.union([z.string().max(100, { error: 'Use at most 100 characters.' }), z.number()]),
})

/** An option object of Discord, and what it may hold by its type. */
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
  type: z.number().int().min(1).max(11, { error: 'A type of option from 1 to 11.' }),
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
 * The options of a command, as Discord takes them. One thing is ours: `choices` beside `autocomplete` are what is suggested,
 * up to 200 of them, while Discord itself allows 25 and not both.
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

/** What is wrong with a level of options, with where it is. */
function optionIssues(
  options: CommandOption[],
  path: Path,
  depth: number,
): { path: Path; message: string }[] {
  const issues: { path: Path; message: string }[] = []
  const branches = options.filter(({ type }) => type <= 2)
  if (branches.length && branches.length < options.length) {
    issues.push({ path, message: 'Sub-commands and other options cannot stand side by side.' })
  }
  const names = new Set<string>()
  let optional = false
  for (const [index, option] of options.entries()) {
    const say = (field: string, message: string) => issues.push({ path: [...path, index, field], message })
    if (names.has(option.name)) say('name', 'Two options have this name.')
    names.add(option.name)
    if (option.type <= 2) {
      if (depth + option.type > 2) say('type', 'Sub-commands stand at the top or in one group.')
      else issues.push(...optionIssues(option.options ?? [], [...path, index, 'options'], depth + 1))
      if (option.type === 2 && option.options?.some(({ type }) => type !== 1)) {
        say('options', 'A group holds sub-commands.')
      }
      if (option.type === 2 && !option.options?.length) say('options', 'A group needs a sub-command.')
      if (option.required) say('required', 'A sub-command is not required or optional.')
      continue
    }
    if (option.options?.length) say('options', 'Only sub-commands hold options.')
    if (option.required && optional) say('required', 'Required options come before the others.')
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
    if (!isNumber) yield [field, 'Only numbers have a least and a greatest value.']
    else if (option.type === integer && !Number.isInteger(option[field])) yield [field, 'A whole number.']
  }
  for (const field of ['min_length', 'max_length'] as const) {
    if (option[field] !== undefined && option.type !== string) yield [field, 'Only text has a length.']
  }
  if ((option.min_value ?? -Infinity) > (option.max_value ?? Infinity)) {
    yield ['max_value', 'The greatest value is below the least.']
  }
  if ((option.min_length ?? 0) > (option.max_length ?? 6000)) {
    yield ['max_length', 'The greatest length is below the least.']
  }
  if (option.channel_types && option.type !== channel)
    yield ['channel_types', 'Only channels have channel types.']
}

function valueOptionIssues(option: CommandOption): [string, string][] {
  const issues = [...limitsOf(option)]
  const { type, choices = [], autocomplete } = option
  const chosen = type === string || type === integer || type === number
  if ((choices.length || autocomplete) && !chosen)
    issues.push(['choices', 'Only text and numbers have choices.'])
  if (choices.length > MAX_CHOICES && !autocomplete) {
    issues.push(['choices', `Without autocomplete there are at most ${MAX_CHOICES} choices.`])
  }
  const fits = (value: string | number) =>
    type === string
      ? typeof value === 'string'
      : type === integer
        ? Number.isInteger(value)
        : typeof value === 'number'
  if (chosen && choices.some(({ value }) => !fits(value))) {
    issues.push(['choices', 'The values of the choices are of another type than the option.'])
  }
  if (new Set(choices.map(({ name }) => name)).size < choices.length)
    issues.push(['choices', 'Two choices have one name.'])
  return issues
}

/** The characters that count toward Discord's 8,000: names, descriptions and choices. */
export function countCharacters(options: CommandOption[]): number {
  return options.reduce((sum, { name, description, choices = [], autocomplete, options: inner = [] }) => {
    const listed = autocomplete ? [] : choices
    const ofChoices = listed.reduce((all, one) => all + one.name.length + String(one.value).length, 0)
    return sum + name.length + description.length + ofChoices + countCharacters(inner)
  }, 0)
}
