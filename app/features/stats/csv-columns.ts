import { z } from 'zod'
import { guildSnapshot } from '#app/features/events/schema.ts'
import { counters } from '#app/features/stats/counters.ts'
import { dailyStats } from '#app/features/stats/schema.ts'

const day = z.iso.date({ error: 'Write a day as 2026-01-31.' })
const isoTime = z.iso.datetime({ error: 'Write a time as 2026-01-31T09:30:00.000Z.' })

/** What an export is asked for by. `from` and `to` are days in UTC, both included; all there is when not given. */
export const exportQuery = z.object({
  format: z
    .enum(['json', 'csv'], { error: 'json or csv.' })
    .default('json')
    .meta({ description: 'What the file is written in.', example: 'csv' }),
  from: day.optional().meta({
    description: 'The first day; the first one that has anything if left out.',
    example: '2026-10-01',
  }),
  to: day.optional().meta({ description: 'The last day; today if left out.', example: '2026-10-31' }),
})

/** How a guild stood at the end of a day. */
const dailySnapshot = z
  .object({
    date: day.meta({ example: '2026-11-20' }),
    recorded_at: isoTime.meta({ example: '2026-11-20T23:58:12.000Z' }),
    ...guildSnapshot.omit({ guild_id: true }).shape,
  })
  .meta({ id: 'DailySnapshot', description: 'How a guild stood when a day in UTC ended.' })

export const FORMAT = 'signpost-stats'
export const VERSION = 1

/** An export in JSON, which an import takes back. */
export const statsExport = z
  .object({
    format: z.literal(FORMAT),
    version: z.literal(VERSION),
    exported_at: isoTime.meta({ example: '2026-11-21T09:30:00.000Z' }),
    guild_id: z.string().meta({ example: '100000000000000001' }),
    from: day.meta({ example: '2026-10-01' }),
    to: day.meta({ example: '2026-10-31' }),
    daily_stats: z.array(dailyStats).meta({ description: 'One row a day, the oldest first, without gaps.' }),
    snapshots: z.array(dailySnapshot).meta({ description: 'Only of days that somebody told of.' }),
  })
  .meta({ id: 'StatsExport', description: 'The statistics of a guild as a file.' })

/** The columns of an export in CSV, one row a day. */
export const csvColumns = [
  'guild_id',
  'date',
  'period_start',
  'period_end',
  'member_count',
  'member_joins',
  'member_leaves',
  'member_net_change',
  'message_count',
  'message_unique_users',
  'voice_total_seconds',
  'voice_unique_users',
  'voice_peak_concurrent',
  'command_count',
  'command_error_count',
  'automation_run_count',
  'automation_error_count',
  'total_events',
] as const

export const csvExport = z.string().meta({
  description: 'RFC 4180: a line of names, then one row a day. Numbers that nobody knows are empty.',
  example: `${csvColumns.join(',')}\r\n`,
})

export type ExportQuery = z.infer<typeof exportQuery>
export type DailySnapshot = z.infer<typeof dailySnapshot>

const error = 'A whole number that is not below zero.'
const counted = z.number({ error }).int({ error }).min(0, { error })

/** What says that a file is an export, and one that this version reads. */
export const importHead = z.object({
  format: z.literal(FORMAT, { error: `The file is no export of statistics: its format is not ${FORMAT}.` }),
  version: z.literal(VERSION, {
    error: `The file is of a version that is not read here; this is version ${VERSION}.`,
  }),
  guild_id: z.string({ error: 'The file does not say which guild it is of.' }),
})

/** An export as it is taken back: every number is checked, and the days are days. */
export const importDocument = z.object({
  ...statsExport.shape,
  daily_stats: z.array(
    z.object({
      ...dailyStats.shape,
      date: dailySnapshot.shape.date,
      member_count: counted.nullable(),
      ...(Object.fromEntries(counters.map((name) => [name, counted])) as Record<
        (typeof counters)[number],
        typeof counted
      >),
    }),
  ),
})

export type ImportDocument = z.infer<typeof importDocument>
