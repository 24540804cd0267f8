/** Returns the URL that adds the bot to a server: the given server, or one that the person chooses. */
export function inviteUrl(applicationId: string, guildId?: string): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    integration_type: '0',
    ...(guildId ? { guild_id: guildId, disable_guild_select: 'true' } : {}),
  })
  return `https://discord.com/oauth2/authorize?${query}`
}
