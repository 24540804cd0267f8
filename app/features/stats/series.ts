import { z } from 'zod'
import { dailySnapshot } from '#app/features/stats/csv-columns.ts'
import { integerParam } from '#app/primitives/schema.ts'

/** Query of daily rows: a number of days including today, and a cursor. */
export const seriesQuery = z.object({
  days: integerParam(1, 365)
    .default(30)
    .meta({ description: 'Number of days, including today.', example: 30 }),
  before: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}\.[^\p{Cc}]{0,100}$/u, { error: 'Use next_before of the previous page.' })
    .optional()
    .meta({
      description: 'Only rows after this place. Use `next_before` of the previous page.',
      example: '2026-11-21.300000000000000001',
    }),
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of rows.', example: 50 }),
})

const date = z.string().meta({ format: 'date', example: '2026-11-21' })
const page = {
  guild_id: z.string().meta({ example: '100000000000000001' }),
  from: date,
  to: date,
  next_before: z
    .string()
    .nullable()
    .meta({ description: 'Value of `before` for the next page. Null on the last page.' }),
  limit: z.number().int(),
}

export const channelSeries = z.object({
  ...page,
  channels: z.array(
    z.object({ date, channel_id: z.string(), name: z.string(), message_count: z.number().int() }),
  ),
})

export const commandSeries = z.object({
  ...page,
  commands: z.array(
    z.object({ date, name: z.string(), use_count: z.number().int(), error_count: z.number().int() }),
  ),
})

export const snapshotSeries = z.object({
  ...page,
  snapshots: z.array(dailySnapshot).meta({ description: 'Snapshots, newest first.' }),
})

export type SeriesQuery = z.output<typeof seriesQuery>
