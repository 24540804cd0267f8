import type { Interaction } from '#app/features/interactions/schema.ts'

/** Administrator bit: https://discord.com/developers/docs/topics/permissions */
const ADMINISTRATOR = 8n

type Rules = {
  enabled: number
  modules: { commands: boolean }
  contexts: number[]
  default_member_permissions: string | null
}

/** Returns the reason why a user cannot use a command, as a message to the user, or null if use is allowed. */
export function denialReason(rules: Rules, { context, member }: Interaction): string | null {
  if (!rules.modules.commands) return 'Commands are disabled in this server.'
  if (!rules.enabled) return 'This command is disabled.'
  if (!rules.contexts.includes(context ?? 0)) return 'This command cannot be used here.'
  if (!mayUse(rules.default_member_permissions, member?.permissions)) {
    return 'You do not have permission to use this command.'
  }
  return null
}

/**
 * Checks that the user has all required permission bits or is an administrator. A bitfield of 0 allows only
 * administrators.
 */
function mayUse(needed: string | null, held: string | null | undefined): boolean {
  if (needed === null) return true
  const [all, own] = [BigInt(needed), BigInt(held ?? 0)]
  return (own & ADMINISTRATOR) !== 0n || (all !== 0n && (own & all) === all)
}

/** Builds the message with the end of the cooldown, which Discord shows as a relative time. */
export const cooldownMessage = (until: string): string =>
  `You can use this command again <t:${Math.ceil(Date.parse(until) / 1000)}:R>.`

/** Messages in servers that are pending or that the bot has left, and in blocked servers. */
export const GUILD_PENDING = 'This server is waiting for approval by the bot’s operator.'
export const GUILD_BLOCKED = 'The bot’s operator has blocked this server.'
