import type { DailyCounters } from '#app/platform/db/tables/stats.ts'

/** What is counted by day. All of them add up over days but the peak, of which the highest counts. */
export const counters = [
  'member_joins',
  'member_leaves',
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
] as const satisfies (keyof DailyCounters)[]

/** Those that a period has a total of: people who were there on two days are not two people. */
export const summableCounters = counters.filter(
  (name) => name !== 'message_unique_users' && name !== 'voice_unique_users',
)

/** A day on which nothing happened. */
export const zeroCounters = Object.fromEntries(counters.map((name) => [name, 0])) as DailyCounters

/** What is known of a guild as it stands. */
export const gauges = [
  'member_count',
  'human_count',
  'bot_count',
  'online_count',
  'channel_count',
  'role_count',
  'emoji_count',
  'boost_count',
  'boost_level',
] as const
