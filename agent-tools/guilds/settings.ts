import { readGuildSettings, saveGuildSettings } from '#agent-tools/guilds/operations.ts'
import { changedFields, pickGiven, guildId, version } from '#agent-tools/tool/inputs.ts'
import { failure, throwIfStale } from '#agent-tools/tool/result.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** Settings response of the API, limited to the fields that tools use. */
type SettingsResponse = {
  settings: Record<string, unknown> & { excluded_channels: string[]; excluded_categories: string[] }
  version: number
  updated_at: string | null
}

/** Maximum number of ids shown per list. Additional ids are counted but not listed. */
const MAX_IDS = 10

/** Converts a settings response to the fields that a tool returns. */
const presentSettings = (guildId: string, { settings, version, updated_at }: SettingsResponse) => {
  const { excluded_channels: channels, excluded_categories: categories } = settings
  return {
    version,
    updated_at,
    settings: {
      ...settings,
      excluded_channels: channels.slice(0, MAX_IDS),
      excluded_categories: categories.slice(0, MAX_IDS),
    },
    excluded: { channels: channels.length, categories: categories.length },
    page: `/admin/guilds/${guildId}/settings`,
  }
}

export const readSettings = tool({
  name: 'read_settings',
  title: 'Read server settings',
  description:
    'Returns the settings of a server’s bot: time zone, log, excluded channels, modules and retention. To change settings, pass the version to update_settings.',
  uses: [readGuildSettings],
  input: { guild_id: guildId },
  required: ['guild_id'],
  async run({ guild_id }, { call }) {
    const { data } = await call<SettingsResponse>(readGuildSettings, { params: { guildId: guild_id } })
    return { ok: true, ...presentSettings(guild_id, data) }
  },
})

/** Descriptions of the guild settings, written for a language model. */
const settingDescriptions: Record<string, string> = {
  timezone: 'Time zone, such as Europe/Paris.',
  logging_enabled: 'Whether the bot logs to the log channel.',
  log_channel_id: 'Id of the log channel. Empty for none.',
  excluded_channels: 'Ids of all channels whose events are neither stored nor counted.',
  excluded_categories: 'Ids of all categories whose events are neither stored nor counted.',
  ask_command: 'Whether /ask quotes the published pages.',
  ask_forum_channels: 'Ids of forum channels whose new posts get a reply.',
  modules: 'Modules of the bot to enable or disable.',
  retention:
    'Days until data is deleted. A shorter period deletes older data. For daily_days, 0 keeps data forever.',
}

const fields = (saveGuildSettings.body.settings as { properties: Record<string, Property> }).properties
const settings = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, description: settingDescriptions[name] ?? '' },
  ]),
)

export const updateSettings = tool({
  name: 'update_settings',
  title: 'Change server settings',
  description:
    'Changes the settings of a server’s bot. Omitted fields stay unchanged, even within groups. The first call only returns a proposal and a confirm_token. After the person agrees, repeat the call with the token. To restore the old values, use undo_action.',
  uses: [readGuildSettings, saveGuildSettings],
  input: { guild_id: guildId, version, ...settings },
  required: ['guild_id'],
  describeInput: ({ guild_id: _, version: __, ...rest }) => Object.keys(rest).join(', '),
  async run({ guild_id, version: based, ...input }, { call, undo }) {
    const change = emptyToNull(pickGiven(input, Object.keys(settingDescriptions))) as Record<string, unknown>
    if (!Object.keys(change).length) {
      const hint = `Pass at least one of ${Object.keys(settingDescriptions).join(', ')}.`
      return failure('invalid_request', 'No changes were passed.', { hint })
    }
    const params = { guildId: guild_id }
    const { data: before } = await call<SettingsResponse>(readGuildSettings, { params })
    throwIfStale(based, before.version, input.confirm_token)
    const wanted = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, mergeGroup(before.settings[name], value)]),
    )
    const changed = changedFields(before.settings, wanted)
    const page = `/admin/guilds/${guild_id}/settings`
    if (!changed.length)
      return { ok: true, summary: 'The settings are unchanged', version: before.version, page }
    const was = pickGiven(before.settings, changed)
    const [version, body] = [based ?? before.version, { settings: pickGiven(wanted, changed) }]
    const proposal = {
      summary: `Change ${changed.join(' and ')} in the settings`,
      from: was,
      to: body.settings,
    }
    const { data: after } = await call<SettingsResponse>(saveGuildSettings, {
      params,
      version,
      body,
      proposal,
    })
    return {
      ok: true,
      summary: `Changed ${changed.join(' and ')} in the settings`,
      version: after.version,
      page,
      ...undo((call) => call(saveGuildSettings, { params, version: after.version, body: { settings: was } })),
    }
  },
})

/** Merges the changes to a settings group into the current group. */
const mergeGroup = (there: unknown, given: unknown): unknown =>
  given && typeof given === 'object' && !Array.isArray(given) ? { ...(there as object), ...given } : given

/** Replaces empty strings and 0 (a number of days) with null, recursively except in arrays. */
function emptyToNull(value: unknown): unknown {
  if (value === '' || value === 0) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptyToNull(part)]))
}
