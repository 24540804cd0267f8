import type { Day, Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'

export type Events = {
  id: string
  guild_id: string
  type: string
  occurred_at: Time
  received_at: Time
  actor: Json<unknown> | null
  /** Id from `actor`, for the index. */
  actor_id: string | null
  target: Json<unknown> | null
  channel: Json<unknown> | null
  data: Json<unknown>
}

type Gauges = {
  member_count: number
  human_count: number
  bot_count: number
  online_count: number | null
  channel_count: number
  role_count: number
  emoji_count: number
  boost_count: number
  boost_level: number
}
/** Current gauges of a guild. */
export type Snapshots = { guild_id: string; recorded_at: Time } & Gauges
/** Last reported gauges of a guild on a day. */
export type DailySnapshots = { guild_id: string; date: Day; recorded_at: Time } & Gauges

export type DailyCounters = {
  member_joins: number
  member_leaves: number
  message_count: number
  message_unique_users: number
  voice_total_seconds: number
  voice_unique_users: number
  voice_peak_concurrent: number
  command_count: number
  command_error_count: number
  automation_run_count: number
  automation_error_count: number
  total_events: number
}
export type DailyStats = { guild_id: string; date: Day; member_count: number | null } & DailyCounters
export type DailyActors = { guild_id: string; date: Day; kind: 'message' | 'voice'; user_id: string }
export type DailyChannels = {
  guild_id: string
  date: Day
  channel_id: string
  name: string
  message_count: number
}
export type DailyCommands = {
  guild_id: string
  date: Day
  name: string
  use_count: number
  error_count: number
}
/** `hour` is 0 to 23, in UTC like the date. */
export type HourlyStats = {
  guild_id: string
  date: Day
  hour: number
  message_count: number
  total_events: number
}
export type VoiceStates = { guild_id: string; user_id: string; joined_at: Time }

/** Next run of each purge. */
export type Sweeps = { name: string; next_at: Time }
