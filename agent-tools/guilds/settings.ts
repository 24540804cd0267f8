/** The settings of a guild as the site answers them, as far as tools look at them. */
export type Saved = {
  settings: Record<string, unknown> & { excluded_channels: string[]; excluded_categories: string[] }
  version: number
  updated_at: string | null
}

/** How many ids of a list are told; the rest is counted. */
const MOST = 10

/** What a tool tells of settings. */
export const shownSettings = (guildId: string, { settings, version, updated_at }: Saved) => {
  const { excluded_channels: channels, excluded_categories: categories } = settings
  return {
    version,
    updated_at,
    settings: {
      ...settings,
      excluded_channels: channels.slice(0, MOST),
      excluded_categories: categories.slice(0, MOST),
    },
    excluded: { channels: channels.length, categories: categories.length },
    page: `/admin/guilds/${guildId}/settings`,
  }
}
