import type { Context } from '#app/context.server.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/**
 * Applies guild settings to events: `kept` omits excluded channels and categories. `isCounted` is false if the guild
 * has disabled statistics.
 */
export async function filterEvents(ctx: Context, events: GatewayEvent[]) {
  const settings = new Map<string, GuildSettings>()
  for (const { guild_id } of events) {
    if (!settings.has(guild_id)) settings.set(guild_id, await settingsOf(ctx, guild_id))
  }
  return {
    kept: events.filter((event) => !isExcluded(event, settings.get(event.guild_id)!)),
    isCounted: ({ guild_id }: GatewayEvent) => settings.get(guild_id)!.modules.statistics,
  }
}

/** Checks for an excluded channel or category. Runners send the category in `data.category_id`. */
function isExcluded({ channel, data }: GatewayEvent, settings: GuildSettings): boolean {
  if (channel && settings.excluded_channels.includes(channel.id)) return true
  return typeof data.category_id === 'string' && settings.excluded_categories.includes(data.category_id)
}
