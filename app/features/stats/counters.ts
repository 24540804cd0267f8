import { guildSnapshot } from '#app/features/events/schema.ts'
import type { DailyCounters } from '#app/platform/db/tables/stats.ts'

/** Names of the daily counters. All counters are sums over days, except the peak, which is a maximum. */
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

/**
 * Counters that can be summed over days. Distinct users are excluded, because a person can be active on several days.
 */
export const summableCounters = counters.filter(
  (name) => name !== 'message_unique_users' && name !== 'voice_unique_users',
)

/** Counters for a day without events. */
export const zeroCounters = Object.fromEntries(counters.map((name) => [name, 0])) as DailyCounters

/** Names of a guild's current values. */
export const gauges = guildSnapshot.omit({ guild_id: true }).keyof().options
