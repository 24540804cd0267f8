import { derived } from '#agent-tools/guilds/operations.ts'

/** Names of the derived tools, with the resource of their operation. Every page loads this list. */
export const derivedTools = derived.map(({ name, path }) => ({ name, noun: path.split('/')[4]! }))
