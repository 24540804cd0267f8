import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'
import { Invalid, NotFound, found } from '#app/errors.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { fillMissingDays, totalOf } from '#app/features/stats/daily.ts'
import { makeHeatmapCounter, emptyHeatmap } from '#app/features/stats/heatmap.ts'
import { MAX_RANGE_DAYS, type Activity, type DayRange, type RangeReport } from '#app/features/stats/range.ts'
import { dailySnapshots, latestSnapshot } from '#app/features/stats/rollup-store.server.ts'
import { currentSnapshot } from '#app/features/stats/stats.server.ts'
import {
  dailyRows,
  guildForStats,
  hourlyRows,
  periodTotals,
  topChannels,
  topCommands,
} from '#app/features/stats/store.server.ts'
import { DAY } from '#app/primitives/time.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Days of hourly data read at a time, so that other requests are not blocked. */
const DAYS_PER_BATCH = 366

/**
 * Returns the statistics for an inclusive range of UTC days, and the totals for the preceding period. Throws
 * `NotFound`, and `Invalid` for a reversed range or more than 3,660 days.
 */
export async function reportRange(ctx: Context, range: DayRange): Promise<RangeReport> {
  await allowGuild(ctx, 'guild:read', range.guildId)
  const { guildId, from, to } = range
  const guild = found(await guildForStats(ctx.db, guildId), `Guild ${guildId} does not exist.`)
  const days = lengthOf(range)
  const before = periodBefore(range)
  const [rows, snapshot, snapshots, channels, commands, previous, activity] = await Promise.all([
    dailyRows(ctx.db, range),
    latestSnapshot(ctx.db, guildId),
    dailySnapshots(ctx.db, range),
    topChannels(ctx.db, range),
    topCommands(ctx.db, range),
    periodTotals(ctx.db, before),
    reportActivity(ctx, range),
  ])
  const daily = fillMissingDays(rows, { from, to, today: dayOf(ctx.now()) })
  return {
    guild_id: guildId,
    days,
    from,
    to,
    generated_at: guild.stats_changed_at ?? guild.created_at,
    current: snapshot ? currentSnapshot(snapshot) : null,
    totals: totalOf(daily),
    compare: { from: before.from, to: before.to, totals: totalOf([previous]) },
    daily_stats: daily,
    snapshots,
    top_channels: channels,
    top_commands: commands,
    activity,
  }
}

/** Returns the daily statistics of the period before a range. Throws the same errors as `reportRange`. */
export async function readPreviousDays(ctx: Context, range: DayRange) {
  await allowGuild(ctx, 'guild:read', range.guildId)
  const before = periodBefore(range)
  const rows = await dailyRows(ctx.db, before)
  return fillMissingDays(rows, { from: before.from, to: before.to, today: dayOf(ctx.now()) })
}

function periodBefore({ guildId, from, ...range }: DayRange): DayRange {
  const days = lengthOf({ guildId, from, ...range })
  return { guildId, from: addDays(from, -days), to: addDays(from, -1) }
}

/** Returns the heatmap for a range of UTC days, in the guild's time zone. Throws the same errors as `reportRange`. */
export async function reportActivity(ctx: Context, range: DayRange): Promise<Activity> {
  await allowGuild(ctx, 'guild:read', range.guildId)
  const { guildId, from, to } = range
  if (!(await guildForStats(ctx.db, guildId))) throw new NotFound(`Guild ${guildId} does not exist.`)
  lengthOf(range)
  const { timezone } = await settingsOf(ctx, guildId)
  const heat = emptyHeatmap()
  const add = makeHeatmapCounter(timezone, heat)
  for (let start = from; start <= to; start = addDays(start, DAYS_PER_BATCH)) {
    const last = addDays(start, DAYS_PER_BATCH - 1)
    add(await hourlyRows(ctx.db, { guildId, from: start, to: last < to ? last : to }))
    await breathe()
  }
  return { guild_id: guildId, from, to, timezone, heat }
}

function lengthOf({ from, to }: DayRange): number {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
  if (days >= 1 && days <= MAX_RANGE_DAYS) return days
  const message =
    days < 1
      ? 'The first day must not be after the last day.'
      : `Choose at most ${formatInteger(MAX_RANGE_DAYS)} days at a time.`
  throw new Invalid(message, [{ path: 'from', message }])
}
