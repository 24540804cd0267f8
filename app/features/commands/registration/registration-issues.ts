import type { Issue } from '#app/errors.ts'
import { charactersOf, type CommandOption } from '#app/features/commands/options.ts'
import { commandTypes } from '#app/features/commands/schema.ts'

type Body = { name: string; type: number; description?: string; options?: CommandOption[] }

/** How many commands of each type Discord takes for one guild. */
const most = [
  [commandTypes.chat_input, 100, 'typed commands'],
  [commandTypes.user, 15, 'commands on users'],
  [commandTypes.message, 15, 'commands on messages'],
] as const

/** How many characters names, descriptions and choices of one command have together at most. */
const LONGEST = 8000

/** What of a set goes beyond what Discord takes. */
export function limitIssues(bodies: Body[]): Issue[] {
  const many = most.flatMap(([type, limit, words]) => {
    const count = bodies.filter((body) => body.type === type).length
    return count > limit
      ? [{ path: 'commands', message: `There are ${count} ${words}; Discord takes ${limit} in a guild.` }]
      : []
  })
  const long = bodies.flatMap(({ name, description = '', options = [] }) => {
    const count = name.length + description.length + charactersOf(options)
    const message = `It has ${count} characters in names, descriptions and choices; Discord takes ${LONGEST}.`
    return count > LONGEST ? [{ path: `commands.${name}`, message }] : []
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
