import { z } from 'zod'
import type { Issue } from '#app/errors.ts'
import { countCharacters, type CommandOption } from '#app/features/commands/options.ts'
import { commandTypes } from '#app/features/commands/schema.ts'

/** Discord writes null where something is not set, and leaves it out as often. */
const nullish = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined)

const choice = z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })

const option: z.ZodType<CommandOption> = z.lazy(() =>
  z.object({
    type: z.number(),
    name: z.string(),
    description: z.string(),
    required: nullish(z.boolean()),
    choices: nullish(z.array(choice)),
    options: nullish(z.array(option)),
    channel_types: nullish(z.array(z.number())),
    min_value: nullish(z.number()),
    max_value: nullish(z.number()),
    min_length: nullish(z.number()),
    max_length: nullish(z.number()),
    autocomplete: nullish(z.boolean()),
  }),
)

/** The commands of a guild as Discord has them: of all that it says, what we send too, and the id. */
export const discordCommands = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    type: z.number().default(1),
    description: nullish(z.string()),
    options: nullish(z.array(option)),
    default_member_permissions: z.string().nullish().default(null),
    contexts: z.array(z.number()).nullish().default(null),
  }),
)

export type DiscordCommand = z.output<typeof discordCommands>[number]

type Body = { name: string; type: number; description?: string; options?: CommandOption[] }

/** How many commands of each type Discord takes for one guild. */
const most = [
  [commandTypes.chat_input, 100, 'typed commands'],
  [commandTypes.user, 15, 'commands on users'],
  [commandTypes.message, 15, 'commands on messages'],
] as const

/** How many characters names, descriptions and choices of one command have together at most. */
const MAX_CHARACTERS = 8000

/** What of a set goes beyond what Discord takes. */
export function limitIssues(bodies: Body[]): Issue[] {
  const many = most.flatMap(([type, limit, words]) => {
    const count = bodies.filter((body) => body.type === type).length
    return count > limit
      ? [{ path: 'commands', message: `There are ${count} ${words}; Discord takes ${limit} in a guild.` }]
      : []
  })
  const long = bodies.flatMap(({ name, description = '', options = [] }) => {
    const count = name.length + description.length + countCharacters(options)
    const message = `It has ${count} characters in names, descriptions and choices; Discord takes ${MAX_CHARACTERS}.`
    return count > MAX_CHARACTERS ? [{ path: `commands.${name}`, message }] : []
  })
  return [...many, ...long]
}

/** The faults that Discord finds in a set, each at the path of the command that it is in. */
export function discordIssues(errors: unknown, bodies: Body[]): Issue[] {
  return faultsIn(errors, []).map(({ path: [place, ...rest], message }) => {
    const name = place === undefined ? undefined : (bodies[Number(place)]?.name ?? place)
    return { path: ['commands', ...(name === undefined ? [] : [name]), ...rest].join('.'), message }
  })
}

/** https://discord.com/developers/docs/reference#error-messages: `_errors` stands under the keys that lead to what is wrong. */
function faultsIn(node: unknown, path: string[]): { path: string[]; message: string }[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, inner]) =>
    key === '_errors' && Array.isArray(inner)
      ? inner.map((one: { message?: unknown }) => ({ path, message: String(one?.message ?? 'Not valid.') }))
      : faultsIn(inner, [...path, key]),
  )
}
