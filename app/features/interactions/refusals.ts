import type { Interaction } from '#app/features/interactions/schema.ts'

/** https://discord.com/developers/docs/topics/permissions */
const ADMINISTRATOR = 8n

type Rules = {
  enabled: number
  modules: { commands: boolean }
  contexts: number[]
  default_member_permissions: string | null
}

/** Why somebody may not use a command, as a sentence to them; null when they may. */
export function denialReason(rules: Rules, { context, member }: Interaction): string | null {
  if (!rules.modules.commands) return 'Commands are switched off in this server.'
  if (!rules.enabled) return 'This command is switched off.'
  if (!rules.contexts.includes(context ?? 0)) return 'This command cannot be used here.'
  if (!mayUse(rules.default_member_permissions, member?.permissions)) {
    return 'You do not have the permission to use this command.'
  }
  return null
}

/** All of the bits, or the one of administrators, who alone may use what asks for no bit at all. */
function mayUse(needed: string | null, held: string | null | undefined): boolean {
  if (needed === null) return true
  const [all, own] = [BigInt(needed), BigInt(held ?? 0)]
  return (own & ADMINISTRATOR) !== 0n || (all !== 0n && (own & all) === all)
}

/** Tells how long to wait; Discord shows the time in the reader's own words. */
export const cooldownMessage = (until: string): string =>
  `You can use this command again <t:${Math.ceil(Date.parse(until) / 1000)}:R>.`
