import { guildId } from '#agent-tools/tool/inputs.ts'
import { readGuildSettings } from '#agent-tools/guilds/operations.ts'
import { type Saved, shownSettings } from '#agent-tools/guilds/settings.ts'
import { clean, fits, short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const readSettings = tool({
  name: 'read_settings',
  title: 'Read the settings of a guild',
  description:
    'Returns how the bot of a guild is set up: prefix, language, time zone, log, welcome, which parts are on, and how long data is kept. The version is what update_settings takes.',
  uses: [readGuildSettings],
  input: { properties: { guild_id: guildId }, required: ['guild_id'] },
  untrusted: true,
  async run({ guild_id }, { call }) {
    const { data } = await call<Saved>(readGuildSettings, { params: { guildId: guild_id } })
    const welcome = data.settings.welcome as { message: string | null }
    if (welcome.message) welcome.message = clean(welcome.message)
    const answer = { ok: true as const, ...shownSettings(guild_id, data) }
    if (!fits(answer)) welcome.message = short(welcome.message, 200)
    return answer
  },
})
