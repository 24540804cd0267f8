import { exportGuildStats, readGuildStats } from '#agent-tools/guilds/operations.ts'
import { routeUrl } from '#agent-tools/tool/call.ts'
import { guildId, offset } from '#agent-tools/tool/inputs.ts'
import { listResult, sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

const { format, from, to } = exportGuildStats.query

export const exportStats = tool({
  name: 'export_stats',
  title: 'Get statistics as a file',
  description:
    'Returns the URL of a file with the daily statistics of a server, as CSV or JSON. Administrators only. To download the file, open the URL in this browser, where the person is signed in.',
  uses: [readGuildStats, exportGuildStats],
  input: { guild_id: guildId, format, from, to },
  required: ['guild_id'],
  untrusted: false,
  describeInput: ({ format }) => format,
  async run({ guild_id, format, from, to }, { call }) {
    const params = { guildId: guild_id }
    await call(readGuildStats, { params, query: { days: 1 } })
    const address = routeUrl(exportGuildStats, { params, query: { format, from, to } })
    return {
      ok: true,
      format,
      download: address,
      url: new URL(address, location.href).href,
      note: 'The site may ask the person to confirm their identity at /proof before it sends the file.',
    }
  },
})

const figures = [
  ...['member_count', 'member_joins', 'member_leaves', 'member_net_change', 'message_count'],
  ...['message_unique_users', 'voice_total_seconds', 'voice_unique_users', 'voice_peak_concurrent'],
  ...[
    'command_count',
    'command_error_count',
    'automation_run_count',
    'automation_error_count',
    'total_events',
  ],
]

type Day = { date: string } & Record<string, number | string | null>
type Report = {
  from: string
  to: string
  generated_at: string
  current: Record<string, unknown> | null
  totals: Record<string, number>
  daily_stats: Day[]
  top_channels: { name: string; message_count: number }[]
  top_commands: { name: string; use_count: number }[]
}

export const readStats = tool({
  name: 'read_stats',
  title: 'Read server statistics',
  description:
    'Returns a server’s totals for recent days, its current members, and its busiest channels and commands. With figure, returns that figure for each day instead. For individual events, use list_events.',
  uses: [readGuildStats],
  input: {
    guild_id: guildId,
    days: {
      type: 'integer',
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'Number of days, including today.',
    },
    figure: { type: 'string', enum: figures, description: 'Figure to return for each day.' },
    offset,
  },
  required: ['guild_id'],
  describeInput: ({ figure, days }) => `${figure ?? 'all figures'}, ${days} days`,
  async run({ guild_id, days, figure, offset: start }, { call }) {
    const { data } = await call<Report>(readGuildStats, { params: { guildId: guild_id }, query: { days } })
    const span = { guild_id, from: data.from, to: data.to, generated_at: data.generated_at }
    if (figure) {
      const series = data.daily_stats.map((day) => [day.date, day[figure]])
      return listResult(
        'days',
        series.slice(start),
        { total: series.length, offset: start },
        { ...span, figure },
      )
    }
    return {
      ok: true,
      ...span,
      current: data.current,
      totals: data.totals,
      top_channels: data.top_channels
        .slice(0, 3)
        .map(({ name, ...rest }) => ({ ...rest, name: sanitizeLine(name, 50) })),
      top_commands: data.top_commands
        .slice(0, 3)
        .map(({ name, ...rest }) => ({ ...rest, name: sanitizeLine(name, 32) })),
      page: `/admin/guilds/${guild_id}`,
    }
  },
})
