import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Forbidden, NotFound } from '#app/errors.ts'
import { addDays, dayOf, startOf } from '#app/features/stats/days.ts'
import type { DailyStats, StatsReport } from '#app/features/stats/schema.ts'
import {
  dailyRows,
  guildForStats,
  latestSnapshot,
  noCounters,
  topChannels,
  topCommands,
} from '#app/features/stats/store.server.ts'

/** Statistics of the guild that the key belongs to. */
export async function reportStats(ctx: Context, { days }: { days: number }): Promise<StatsReport> {
  allow(ctx, 'stats:read')
  if (ctx.actor.kind !== 'key') throw new Forbidden('This report is for API keys.')
  return report(ctx, ctx.actor.guildId, days)
}

/** Statistics of any guild, for administrators. Throws `NotFound` for a guild that is not here. */
export async function reportGuildStats(ctx: Context, { guildId, days }: { guildId: string; days: number }) {
  allow(ctx, 'guilds:read')
  return report(ctx, guildId, days)
}

async function report(ctx: Context, guildId: string, days: number): Promise<StatsReport> {
  const guild = await guildForStats(ctx.db, guildId)
  if (!guild) throw new NotFound(`There is no guild ${guildId}.`)
  const to = dayOf(ctx.now())
  // A change raises the revision and midnight moves the window: a report under both is as good as new.
  const key = `stats:${guildId}:${days}`
  return ctx.memory.recall(key, `${guild.stats_revision}:${to}`, () => assemble(ctx, guild, days, to))
}

type GuildRow = NonNullable<Awaited<ReturnType<typeof guildForStats>>>

/** Reads daily roll-ups only, so that the cost follows `days` and not how much happened. */
async function assemble(ctx: Context, guild: GuildRow, days: number, to: string): Promise<StatsReport> {
  const guildId = guild.id
  const range = { guildId, from: addDays(to, 1 - days), to }
  const [rows, snapshot, channels, commands] = await Promise.all([
    dailyRows(ctx.db, range),
    latestSnapshot(ctx.db, guildId),
    topChannels(ctx.db, range),
    topCommands(ctx.db, range),
  ])
  const byDate = new Map(rows.map((row) => [row.date, row]))
  const daily = Array.from({ length: days }, (_, index) => {
    const date = addDays(range.from, index)
    return oneDay(date, byDate.get(date), date < to)
  })
  return {
    guild_id: guildId,
    days,
    timezone: 'UTC',
    from: range.from,
    to,
    // Midnight moves the window, which is a change as well.
    generated_at: [guild.stats_changed_at ?? guild.created_at, startOf(to)].sort()[1]!,
    current: snapshot ? current(snapshot) : null,
    totals: total(daily),
    daily_stats: daily,
    top_channels: channels,
    top_commands: commands,
  }
}

type Row = Awaited<ReturnType<typeof dailyRows>>[number]

function oneDay(date: string, row: Row | undefined, complete: boolean): DailyStats {
  const counted = row ?? { member_count: null, ...noCounters }
  return {
    date,
    period_start: startOf(date),
    period_end: startOf(addDays(date, 1)),
    member_count: counted.member_count,
    member_joins: counted.member_joins,
    member_leaves: counted.member_leaves,
    member_net_change: counted.member_joins - counted.member_leaves,
    message_count: counted.message_count,
    message_unique_users: counted.message_unique_users,
    voice_total_seconds: counted.voice_total_seconds,
    voice_unique_users: counted.voice_unique_users,
    voice_peak_concurrent: counted.voice_peak_concurrent,
    command_count: counted.command_count,
    command_error_count: counted.command_error_count,
    automation_run_count: counted.automation_run_count,
    automation_error_count: counted.automation_error_count,
    total_events: counted.total_events,
    complete,
  }
}

function total(days: DailyStats[]): StatsReport['totals'] {
  const totals = {
    member_joins: 0,
    member_leaves: 0,
    member_net_change: 0,
    message_count: 0,
    voice_total_seconds: 0,
    voice_peak_concurrent: 0,
    command_count: 0,
    command_error_count: 0,
    automation_run_count: 0,
    automation_error_count: 0,
    total_events: 0,
  }
  for (const day of days) {
    const peak = Math.max(totals.voice_peak_concurrent, day.voice_peak_concurrent)
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += day[name]
    totals.voice_peak_concurrent = peak
  }
  return totals
}

function current({ guild_id: _, ...rest }: NonNullable<Awaited<ReturnType<typeof latestSnapshot>>>) {
  return rest
}
