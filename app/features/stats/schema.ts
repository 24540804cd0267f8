import { z } from 'zod'
import { integerParam, time } from '#app/primitives/schema.ts'
import { guildSnapshot } from '#app/features/events/schema.ts'

/** Schema of the query of a statistics report. Default 30 days. Range 1 to 365, including today. */
export const statsQuery = z.object({
  days: integerParam(1, 365)
    .default(30)
    .meta({ description: 'Number of days, including today.', example: 30 }),
})

const day = z.string().meta({ format: 'date', example: '2026-11-21' })

const counters = {
  member_joins: z.int(),
  member_leaves: z.int(),
  member_net_change: z.int(),
  message_count: z.int(),
}
const activity = {
  command_count: z.int(),
  command_error_count: z.int(),
  automation_run_count: z.int(),
  automation_error_count: z.int(),
  total_events: z.int(),
}

export const dailyStats = z
  .object({
    date: day,
    period_start: time,
    period_end: time,
    member_count: z.int().nullable(),
    ...counters,
    message_unique_users: z.int(),
    voice_total_seconds: z.int(),
    voice_unique_users: z.int(),
    voice_peak_concurrent: z.int(),
    ...activity,
    complete: z.boolean().meta({ description: 'False for today, which has not ended.' }),
  })
  .meta({ id: 'DailyStats', description: 'One UTC day. A day without activity is all zeros.' })

/** Schema of a guild's statistics over a number of days. */
export const statsReport = z
  .object({
    guild_id: z.string(),
    days: z.int(),
    timezone: z.literal('UTC'),
    from: day,
    to: day,
    generated_at: time.meta({ description: 'Time of the last change to the data.' }),
    current: guildSnapshot.omit({ guild_id: true }).extend({ recorded_at: time }).nullable(),
    totals: z.object({
      ...counters,
      voice_total_seconds: z.int(),
      voice_peak_concurrent: z.int(),
      ...activity,
    }),
    daily_stats: z.array(dailyStats),
    top_channels: z
      .array(z.object({ channel_id: z.string(), name: z.string(), message_count: z.int() }))
      .max(10),
    top_commands: z.array(z.object({ name: z.string(), use_count: z.int(), error_count: z.int() })).max(10),
  })
  .meta({ id: 'StatsReport', description: 'Daily statistics of a guild, oldest day first.' })

export type StatsReport = z.infer<typeof statsReport>
export type DailyStats = z.infer<typeof dailyStats>
