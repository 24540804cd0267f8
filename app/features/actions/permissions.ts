import type { ActionType } from '#app/features/actions/action-types.ts'

/** Permission bits by Discord's name: https://discord.com/developers/docs/topics/permissions */
const bits = {
  KICK_MEMBERS: 1n << 1n,
  BAN_MEMBERS: 1n << 2n,
  ADD_REACTIONS: 1n << 6n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  MANAGE_MESSAGES: 1n << 13n,
  EMBED_LINKS: 1n << 14n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  USE_EXTERNAL_EMOJIS: 1n << 18n,
  MANAGE_ROLES: 1n << 28n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
  MODERATE_MEMBERS: 1n << 40n,
} as const
type DiscordPermission = keyof typeof bits

const write = ['VIEW_CHANNEL', 'SEND_MESSAGES', 'SEND_MESSAGES_IN_THREADS', 'EMBED_LINKS'] as const

/** Permissions that the bot needs in a guild for each action. The type requires an entry for each action. */
const needed: Record<ActionType, readonly DiscordPermission[]> = {
  SEND_MESSAGE: [...write, 'USE_EXTERNAL_EMOJIS'],
  SEND_DM: [],
  ADD_ROLE: ['MANAGE_ROLES'],
  REMOVE_ROLE: ['MANAGE_ROLES'],
  TIMEOUT_MEMBER: ['MODERATE_MEMBERS'],
  KICK_MEMBER: ['KICK_MEMBERS'],
  BAN_MEMBER: ['BAN_MEMBERS'],
  // Discord reports deletions only for messages that the bot can read.
  DELETE_MESSAGE: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY', 'MANAGE_MESSAGES'],
  CREATE_THREAD: [
    ...(['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY', 'SEND_MESSAGES'] as const),
    ...(['CREATE_PUBLIC_THREADS', 'SEND_MESSAGES_IN_THREADS'] as const),
  ],
  ADD_REACTION: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY', 'ADD_REACTIONS', 'USE_EXTERNAL_EMOJIS'],
  LOG_TO_CHANNEL: write,
  CALL_WEBHOOK: [],
}

/** Permissions for all actions as Discord's integer. */
export const invitePermissions: bigint = Object.values(needed)
  .flat()
  .reduce((sum, name) => sum | bits[name], 0n)

/** Returns the URL that adds the bot to a guild with exactly the permissions that the actions need. */
export function inviteUrl(applicationId: string, guildId?: string): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    permissions: String(invitePermissions),
    integration_type: '0',
    ...(guildId ? { guild_id: guildId, disable_guild_select: 'true' } : {}),
  })
  return `https://discord.com/oauth2/authorize?${query}`
}
