import { z } from 'zod'
import { INNER_LEVELS, measureValue } from '#app/bounded-json.ts'
import { integerParam } from '#app/query-values.ts'
import { snowflake } from '#app/schema.ts'

/** What happens in a guild, as runners report it and automations are triggered by it. */
export const eventTypes = [
  'MEMBER_JOIN',
  'MEMBER_LEAVE',
  'MEMBER_UPDATE',
  'MEMBER_BAN',
  'MEMBER_UNBAN',
  'MEMBER_ROLE_ADD',
  'MEMBER_ROLE_REMOVE',
  'MESSAGE_CREATE',
  'MESSAGE_UPDATE',
  'MESSAGE_DELETE',
  'VOICE_JOIN',
  'VOICE_LEAVE',
  'VOICE_MOVE',
  'REACTION_ADD',
  'REACTION_REMOVE',
  'CHANNEL_CREATE',
  'CHANNEL_UPDATE',
  'CHANNEL_DELETE',
  'THREAD_CREATE',
  'SCHEDULED_EVENT_CREATE',
  'COMMAND_USE',
  'BUTTON_CLICK',
  'SELECT_USE',
  'MODAL_SUBMIT',
  'SCHEDULE',
] as const

const id = z.string().min(1).max(100)
const label = z.string().max(200)

/** One event of the Discord gateway. Its id makes a second report of it count for nothing. */
export const gatewayEvent = z.strictObject({
  id,
  type: z.enum(eventTypes),
  occurred_at: z.iso.datetime({ offset: true }),
  guild_id: snowflake,
  actor: z.strictObject({ id, name: label, is_bot: z.boolean().default(false) }).nullable(),
  target: z.strictObject({ id, kind: z.string().max(50), name: label }).nullable(),
  channel: z.strictObject({ id, name: label }).nullable(),
  data: z
    .record(z.string().max(100), z.unknown())
    .refine((data) => measureValue(data).levels <= INNER_LEVELS, {
      error: `At most ${INNER_LEVELS} levels.`,
      abort: true,
    })
    .refine((data) => JSON.stringify(data).length <= 16_384, { error: 'At most 16 KiB.' }),
})

const count = z.number().int().min(0).max(1_000_000_000)

/** How a guild stands now. */
export const guildSnapshot = z.strictObject({
  guild_id: snowflake,
  member_count: count,
  human_count: count,
  bot_count: count,
  online_count: count.nullable(),
  channel_count: count,
  role_count: count,
  emoji_count: count,
  boost_count: count,
  boost_level: count,
})

export type GatewayEvent = z.infer<typeof gatewayEvent>
export type GuildSnapshot = z.infer<typeof guildSnapshot>

/** The query of a statistics report: 1 to 365 days, today included; 30 when not given. */
export const statsQuery = z.object({
  days: integerParam(1, 365)
    .default(30)
    .meta({ description: 'Number of days, today included.', example: 30 }),
})

const day = z.string().meta({ format: 'date', example: '2026-11-21' })
const time = z.string().meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' })
const whole = z.number().int()

const counters = {
  member_joins: whole,
  member_leaves: whole,
  member_net_change: whole,
  message_count: whole,
}
const activity = {
  command_count: whole,
  command_error_count: whole,
  automation_run_count: whole,
  automation_error_count: whole,
  total_events: whole,
}

export const dailyStats = z
  .object({
    date: day,
    period_start: time,
    period_end: time,
    member_count: whole.nullable(),
    ...counters,
    message_unique_users: whole,
    voice_total_seconds: whole,
    voice_unique_users: whole,
    voice_peak_concurrent: whole,
    ...activity,
    complete: z.boolean().meta({ description: 'False for today, which still grows.' }),
  })
  .meta({ id: 'DailyStats', description: 'One day in UTC. A day on which nothing happened is all zeros.' })

/** The statistics of a guild over some days. */
export const statsReport = z
  .object({
    guild_id: z.string(),
    days: whole,
    timezone: z.literal('UTC'),
    from: day,
    to: day,
    generated_at: time.meta({ description: 'When the data behind this answer last changed.' }),
    current: guildSnapshot.omit({ guild_id: true }).extend({ recorded_at: time }).nullable(),
    totals: z.object({
      ...counters,
      voice_total_seconds: whole,
      voice_peak_concurrent: whole,
      ...activity,
    }),
    daily_stats: z.array(dailyStats),
    top_channels: z
      .array(z.object({ channel_id: z.string(), name: z.string(), message_count: whole }))
      .max(10),
    top_commands: z.array(z.object({ name: z.string(), use_count: whole, error_count: whole })).max(10),
  })
  .meta({ id: 'StatsReport', description: 'Daily statistics of a guild, oldest day first, one row a day.' })

export type StatsReport = z.infer<typeof statsReport>
export type DailyStats = z.infer<typeof dailyStats>
