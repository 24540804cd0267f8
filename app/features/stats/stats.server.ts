import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { addDays, dayOf, startOf } from '#app/primitives/days.ts'
import { Forbidden, NotFound } from '#app/errors.ts'
import { everyDay, totalOf } from '#app/features/stats/daily.ts'
import type { StatsReport } from '#app/features/stats/schema.ts'
import { latestSnapshot } from '#app/features/stats/snapshot-store.server.ts'
import { dailyRows, guildForStats, topChannels, topCommands } from '#app/features/stats/store.server.ts'

/** Statistics of the guild that the key belongs to. */
export async function reportStats(ctx: Context, { days }: { days: number }): Promise<StatsReport> {
  allow(ctx, 'stats:read')
  if (ctx.actor.kind !== 'key') throw new Forbidden('This report is for API keys.')
  return report(ctx, ctx.actor.guildId, days)
}

/** Statistics of a guild, for whoever may see it. Throws `NotFound` for a guild that is not here. */
export async function reportGuildStats(ctx: Context, { guildId, days }: { guildId: string; days: number }) {
  allow(ctx, 'guild:read', guildId)
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
  const daily = everyDay(rows, { ...range, today: to })
  return {
    guild_id: guildId,
    days,
    timezone: 'UTC',
    from: range.from,
    to,
    // Midnight moves the window, which is a change as well.
    generated_at: [guild.stats_changed_at ?? guild.created_at, startOf(to)].sort()[1]!,
    current: snapshot ? currentOf(snapshot) : null,
    totals: totalOf(daily),
    daily_stats: daily,
    top_channels: channels,
    top_commands: commands,
  }
}

/** How a guild stands, as reports say it. */
export function currentOf({ guild_id: _, ...rest }: NonNullable<Awaited<ReturnType<typeof latestSnapshot>>>) {
  return rest
}
