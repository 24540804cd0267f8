import { readGuildSettings, saveGuildSettings } from '#agent-tools/guilds/operations.ts'
import { changedFields, pickGiven, guildId, version } from '#agent-tools/tool/inputs.ts'
import { failure, throwIfStale } from '#agent-tools/tool/result.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import { sanitize, fitsBudget, shorten } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** The settings of a guild as the site answers them, as far as tools look at them. */
type SettingsResponse = {
  settings: Record<string, unknown> & { excluded_channels: string[]; excluded_categories: string[] }
  version: number
  updated_at: string | null
}

/** How many ids of a list are told; the rest is counted. */
const MAX_IDS = 10

/** What a tool tells of settings. */
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
  title: 'Read the settings of a guild',
  description:
    'Returns how the bot of a guild is set up: prefix, language, time zone, log, welcome, which parts are on, and how long data is kept. The version is what update_settings takes.',
  uses: [readGuildSettings],
  input: { guild_id: guildId },
  required: ['guild_id'],
  async run({ guild_id }, { call }) {
    const { data } = await call<SettingsResponse>(readGuildSettings, { params: { guildId: guild_id } })
    const welcome = data.settings.welcome as { message: string | null }
    if (welcome.message) welcome.message = sanitize(welcome.message)
    const answer = { ok: true as const, ...presentSettings(guild_id, data) }
    if (!fitsBudget(answer)) welcome.message = shorten(welcome.message, 200)
    return answer
  },
})

/** What each setting means, for a model. */
const settingDescriptions: Record<string, string> = {
  prefix: 'What text commands begin with: one to five characters.',
  locale: 'The language of what the bot says by itself.',
  timezone: 'Where the day begins, such as Europe/Paris.',
  logging_enabled: 'Whether the bot writes what happens to the log channel.',
  log_channel_id: 'The id of the log channel; empty for none.',
  moderation_role_id: 'The id of the role of the moderators; empty for none.',
  excluded_channels: 'Ids of all channels whose events are neither kept nor counted.',
  excluded_categories: 'Ids of all categories whose channels are left out the same way.',
  welcome: 'The welcome for new members; one that is on needs a channel and a message.',
  modules: 'Parts of the bot that can be switched off.',
  retention: 'How many days data is kept; shorter deletes what is older. 0 daily_days keeps it for ever.',
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
  title: 'Change the settings of a guild',
  description:
    'Changes how the bot of a guild is set up; what is left out stays, in groups too. The first call saves nothing: it returns what would change and a confirm_token. The person decides, then the same call with the token saves. undo_action puts the old values back.',
  uses: [readGuildSettings, saveGuildSettings],
  input: { guild_id: guildId, version, ...settings },
  required: ['guild_id'],
  describeInput: ({ guild_id: _, version: __, ...rest }) => Object.keys(rest).join(', '),
  async run({ guild_id, version: based, ...input }, { call, undo }) {
    const change = emptyToNull(pickGiven(input, Object.keys(settingDescriptions))) as Record<string, unknown>
    if (!Object.keys(change).length) {
      const hint = `Give at least one of ${Object.keys(settingDescriptions).join(', ')}.`
      return failure('invalid_request', 'Nothing was given to change.', { hint })
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
      return { ok: true, summary: 'The settings were so already', version: before.version, page }
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

/** A group with what is given in place of what is there. */
const mergeGroup = (there: unknown, given: unknown): unknown =>
  given && typeof given === 'object' && !Array.isArray(given) ? { ...(there as object), ...given } : given

/** What is given empty is none, as deep as it lies; so is a number of days that is 0. */
function emptyToNull(value: unknown): unknown {
  if (value === '' || value === 0) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptyToNull(part)]))
}
