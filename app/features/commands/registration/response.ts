import { z } from 'zod'
import type { Issue } from '#app/errors.ts'
import { countCharacters, type CommandOption } from '#app/features/commands/options.ts'
import { commandTypes } from '#app/features/commands/schema.ts'

/** Accepts both null and a missing value, because Discord uses both. */
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

/** Guild commands from Discord, reduced to ids and the fields that Signpost sends. */
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

/** Discord's limits on commands per type and guild. */
const most = [
  [commandTypes.chat_input, 100, 'slash commands'],
  [commandTypes.user, 15, 'user commands'],
  [commandTypes.message, 15, 'message commands'],
] as const

/** Maximum total length of a command's names, descriptions and choices, in characters. */
const MAX_CHARACTERS = 8000

/** Returns an issue for each of Discord's limits that a set of commands exceeds. */
export function limitIssues(bodies: Body[]): Issue[] {
  const many = most.flatMap(([type, limit, words]) => {
    const count = bodies.filter((body) => body.type === type).length
    return count > limit
      ? [
          {
            path: 'commands',
            message: `There are ${count} ${words}. Disable or delete some, because Discord allows ${limit} per server.`,
          },
        ]
      : []
  })
  const long = bodies.flatMap(({ name, description = '', options = [] }) => {
    const count = name.length + description.length + countCharacters(options)
    const message = `The names, descriptions and choices contain ${count} characters. Use at most ${MAX_CHARACTERS} characters.`
    return count > MAX_CHARACTERS ? [{ path: `commands.${name}`, message }] : []
  })
  return [...many, ...long]
}

/** Converts Discord's validation errors to issues with command paths. */
export function discordIssues(errors: unknown, bodies: Body[]): Issue[] {
  return faultsIn(errors, []).map(({ path: [place, ...rest], message }) => {
    const name = place === undefined ? undefined : (bodies[Number(place)]?.name ?? place)
    return { path: ['commands', ...(name === undefined ? [] : [name]), ...rest].join('.'), message }
  })
}

/** Collects Discord's nested `_errors` with their paths: https://discord.com/developers/docs/reference#error-messages. */
function faultsIn(node: unknown, path: string[]): { path: string[]; message: string }[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, inner]) =>
    key === '_errors' && Array.isArray(inner)
      ? inner.map((one: { message?: unknown }) => ({
          path,
          message: String(one?.message ?? 'Discord rejected this value. Use a different value.'),
        }))
      : faultsIn(inner, [...path, key]),
  )
}
