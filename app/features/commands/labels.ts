import type { Command } from '#app/features/commands/schema.ts'

/** Names of the command types in Discord. */
export const typeNames: Record<Command['type'], string> = {
  1: 'Slash command',
  2: 'User command',
  3: 'Message command',
}

/** Returns the name of a command, with a slash for slash commands. */
export const commandLabel = ({ name, type }: Pick<Command, 'name' | 'type'>) =>
  type === 1 ? `/${name}` : name

/** Describes whether the current version of a command is registered with Discord. */
export function registrationLabel({ enabled, registered, registered_at }: Command): {
  words: string
  ink: string
} {
  if (!enabled) return { words: 'disabled', ink: 'text-muted' }
  if (registered) return { words: 'registered', ink: 'text-go' }
  if (registered_at) return { words: 'changed since it was registered', ink: 'text-warn' }
  return { words: 'not registered yet', ink: 'text-warn' }
}
