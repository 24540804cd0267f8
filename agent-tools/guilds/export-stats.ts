import { addressOf } from '#agent-tools/tool/call.ts'
import { guildId } from '#agent-tools/tool/inputs.ts'
import { exportGuildStats, readGuildStats } from '#agent-tools/guilds/operations.ts'
import { tool } from '#agent-tools/tool/tool.ts'

const { format, from, to } = exportGuildStats.query

export const exportStats = tool({
  name: 'export_stats',
  title: 'Get statistics as a file',
  description:
    'Returns the URL of a file with the daily statistics of a guild, as CSV or JSON. Administrators only. To download the file, open the URL in this browser, where the person is signed in.',
  uses: [readGuildStats, exportGuildStats],
  input: { properties: { guild_id: guildId, format, from, to }, required: ['guild_id'] },
  untrusted: false,
  about: ({ format }) => format,
  async run({ guild_id, format, from, to }, { call }) {
    const params = { guildId: guild_id }
    await call(readGuildStats, { params, query: { days: 1 } })
    const address = addressOf(exportGuildStats, { params, query: { format, from, to } })
    return {
      ok: true,
      format,
      download: address,
      url: new URL(address, location.href).href,
      note: 'The site may ask the person to confirm who they are at /proof before it sends the file.',
    }
  },
})
