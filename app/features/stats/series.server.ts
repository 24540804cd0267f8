import type { Context } from '#app/context.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { dailySnapshots } from '#app/features/stats/rollup-store.server.ts'
import type { SeriesQuery } from '#app/features/stats/series.ts'
import { channelDays, commandDays, type Place } from '#app/features/stats/store.server.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'

type Asked = SeriesQuery & { guildId: string }

/** Lists messages by day and channel, newest day first. Throws `NotFound`. */
export async function listDailyChannels(ctx: Context, asked: Asked) {
  const range = await rangeFor(ctx, asked)
  const rows = await channelDays(ctx.db, range, placeOf(asked))
  return cut(asked, range, 'channels', rows, ({ channel_id }) => channel_id)
}

/** Lists uses by day and command, newest day first. Throws `NotFound`. */
export async function listDailyCommands(ctx: Context, asked: Asked) {
  const range = await rangeFor(ctx, asked)
  const rows = await commandDays(ctx.db, range, placeOf(asked))
  return cut(asked, range, 'commands', rows, ({ name }) => name)
}

/** Lists the state of a guild at the end of each day, newest first. Throws `NotFound`. */
export async function listDailySnapshots(ctx: Context, asked: Asked) {
  const range = await rangeFor(ctx, asked)
  const { date } = placeOf(asked)
  const rows = (await dailySnapshots(ctx.db, range)).toReversed()
  return cut(
    asked,
    range,
    'snapshots',
    date === undefined ? rows : rows.filter((row) => row.date < date),
    () => '',
  )
}

async function rangeFor(ctx: Context, { guildId, days }: Asked) {
  await readGuild(ctx, { id: guildId })
  const to = dayOf(ctx.now())
  return { guildId, from: addDays(to, 1 - days), to }
}

/** Reads the cursor: the date and the key of the last row of the previous page. */
function placeOf({ before, limit }: SeriesQuery): Place {
  return { date: before?.slice(0, 10), key: before?.slice(11), limit: limit + 1 }
}

/** Returns a page of rows under a name. The extra row shows that there is another page. */
function cut<Name extends string, Row extends { date: string }>(
  { limit }: SeriesQuery,
  { guildId, from, to }: { guildId: string; from: string; to: string },
  name: Name,
  rows: Row[],
  keyOf: (row: Row) => string,
) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)! : null
  const next_before = last && `${last.date}.${keyOf(last)}`
  return { guild_id: guildId, from, to, ...({ [name]: shown } as Record<Name, Row[]>), next_before, limit }
}
