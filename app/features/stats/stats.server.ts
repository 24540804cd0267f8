import { allow, allowAnyGuild } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { found } from '#app/errors.ts'
import { listGuilds, readGuild } from '#app/features/guilds/guilds.server.ts'
import { guildOfKey } from '#app/features/settings/settings.server.ts'
import { fillMissingDays, totalOf } from '#app/features/stats/daily.ts'
import type { StatsReport } from '#app/features/stats/schema.ts'
import { latestSnapshot } from '#app/features/stats/rollup-store.server.ts'
import {
  dailyRows,
  guildForStats,
  memberTotal,
  messagesSince,
  topChannels,
  topCommands,
} from '#app/features/stats/store.server.ts'
import { addDays, dayOf, startOfDay } from '#app/primitives/days.ts'

/** Number of days in a guild's summary. */
const DAYS = 7

/**
 * Returns the guilds that the actor can read, each with its member count and the number of messages in the last seven
 * days.
 */
export async function summarizeGuilds(ctx: Context) {
  allowAnyGuild(ctx, 'guild:read')
  const guilds = await listGuilds(ctx)
  const ids = guilds.map(({ id }) => id)
  if (!ids.length) return []
  const since = addDays(dayOf(ctx.now()), 1 - DAYS)
  const messages = new Map(
    (await messagesSince(ctx.db, ids, since)).map((row) => [row.guild_id, row.messages]),
  )
  return guilds.map(({ id, name, member_count, member_count_at }) => ({
    id,
    name,
    member_count,
    member_count_at,
    messages: messages.get(id) ?? 0,
  }))
}

export type GuildSummary = Awaited<ReturnType<typeof summarizeGuilds>>[number]

/** Returns the sum of the member counts of all guilds. Callers authorize first. */
export const countAllMembers = async ({ db }: Pick<Context, 'db'>): Promise<number> =>
  Number((await memberTotal(db)).members ?? 0)

/** Returns the statistics of the key's guild. */
export async function reportStats(ctx: Context, { days }: { days: number }): Promise<StatsReport> {
  allow(ctx, 'stats:read')
  return report(ctx, guildOfKey(ctx.actor), days)
}

/** Returns the statistics of a guild. Throws `NotFound` for an unknown guild. */
export async function reportGuildStats(ctx: Context, { guildId, days }: { guildId: string; days: number }) {
  await readGuild(ctx, { id: guildId })
  return report(ctx, guildId, days)
}

async function report(ctx: Context, guildId: string, days: number): Promise<StatsReport> {
  const guild = found(await guildForStats(ctx.db, guildId), `Guild ${guildId} does not exist.`)
  const to = dayOf(ctx.now())
  // The cached report is current: the revision changes with the data, and the day changes at midnight.
  const key = `stats:${guildId}:${days}`
  return ctx.revisionCache.recall(key, `${guild.stats_revision}:${to}`, () => assemble(ctx, guild, days, to))
}

type GuildRow = NonNullable<Awaited<ReturnType<typeof guildForStats>>>

/** Builds a report from daily aggregates, so that the cost depends on `days` and not on the number of events. */
async function assemble(ctx: Context, guild: GuildRow, days: number, to: string): Promise<StatsReport> {
  const guildId = guild.id
  const range = { guildId, from: addDays(to, 1 - days), to }
  const [rows, snapshot, channels, commands] = await Promise.all([
    dailyRows(ctx.db, range),
    latestSnapshot(ctx.db, guildId),
    topChannels(ctx.db, range),
    topCommands(ctx.db, range),
  ])
  const daily = fillMissingDays(rows, { ...range, today: to })
  return {
    guild_id: guildId,
    days,
    timezone: 'UTC',
    from: range.from,
    to,
    // The report also changes at midnight, because its range of days moves.
    generated_at: [guild.stats_changed_at ?? guild.created_at, startOfDay(to)].sort()[1]!,
    current: snapshot ? currentSnapshot(snapshot) : null,
    totals: totalOf(daily),
    daily_stats: daily,
    top_channels: channels,
    top_commands: commands,
  }
}

/** Returns the current state of a guild for reports. */
export function currentSnapshot({
  guild_id: _,
  ...rest
}: NonNullable<Awaited<ReturnType<typeof latestSnapshot>>>) {
  return rest
}
