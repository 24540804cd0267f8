import { z } from 'zod'
import { guildSnapshot } from '#app/features/events/schema.ts'
import { counters } from '#app/features/stats/counters.ts'
import { dailyStats } from '#app/features/stats/schema.ts'

const day = z.iso.date({ error: 'Enter a date such as 2026-01-31.' })
const isoTime = z.iso.datetime({ error: 'Enter a time such as 2026-01-31T09:30:00.000Z.' })

/** Schema of the export query. `from` and `to` are inclusive days in UTC and default to all available data. */
export const exportQuery = z.object({
  format: z
    .enum(['json', 'csv'], { error: 'Use json or csv.' })
    .default('json')
    .meta({ description: 'Format of the file.', example: 'csv' }),
  from: day.optional().meta({
    description: 'First day. Default: the first day with data.',
    example: '2026-10-01',
  }),
  to: day.optional().meta({ description: 'Last day. Default: today.', example: '2026-10-31' }),
})

/** Schema of a guild's state at the end of a day. */
export const dailySnapshot = z
  .object({
    date: day.meta({ example: '2026-11-20' }),
    recorded_at: isoTime.meta({ example: '2026-11-20T23:58:12.000Z' }),
    ...guildSnapshot.omit({ guild_id: true }).shape,
  })
  .meta({ id: 'DailySnapshot', description: 'State of a guild at the end of a UTC day.' })

export const FORMAT = 'signpost-stats'
export const VERSION = 1

/** Schema of a JSON export, which can be imported again. */
export const statsExport = z
  .object({
    format: z.literal(FORMAT),
    version: z.literal(VERSION),
    exported_at: isoTime.meta({ example: '2026-11-21T09:30:00.000Z' }),
    guild_id: z.string().meta({ example: '100000000000000001' }),
    from: day.meta({ example: '2026-10-01' }),
    to: day.meta({ example: '2026-10-31' }),
    daily_stats: z.array(dailyStats).meta({ description: 'One row per day, oldest first, without gaps.' }),
    snapshots: z.array(dailySnapshot).meta({ description: 'One snapshot for each day with a report.' }),
  })
  .meta({ id: 'StatsExport', description: 'Statistics of a guild as a file.' })

/** Columns of a CSV export, with one row per day. */
export const csvColumns = ['guild_id', ...dailyStats.omit({ complete: true }).keyof().options] as const

export const csvExport = z.string().meta({
  description: 'RFC 4180: a header row, then one row per day. Unknown numbers are empty.',
  example: `${csvColumns.join(',')}\r\n`,
})

export type ExportQuery = z.infer<typeof exportQuery>
export type DailySnapshot = z.infer<typeof dailySnapshot>

const error = 'Enter a whole number of 0 or more.'
const counted = z.number({ error }).int({ error }).min(0, { error })

/** Schema of the fields that identify an export and its supported version. */
export const importHead = z.object({
  format: z.literal(FORMAT, {
    error: `The file is not an export of statistics. Use a JSON file whose format is ${FORMAT}.`,
  }),
  version: z.literal(VERSION, {
    error: `The file has an unsupported version. Use an export with version ${VERSION}.`,
  }),
  guild_id: z.string({ error: 'The file has no guild id. Export the statistics again.' }),
})

/** Schema of an export to import, with validated numbers and dates. */
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
