import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { type DailyViews, type NamedCount, type SiteStats } from '#app/features/readers/schema.ts'
import { readerKinds } from '#app/features/readers/reader.ts'
import { dailyViews, hourlyViews, topNames } from '#app/features/readers/store.server.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'
import { DAY } from '#app/primitives/time.ts'

/** Number of names per list. */
const NAMES = 50

const columns = [...readerKinds, 'html', 'markdown', 'json'] as const
type Column = (typeof columns)[number]

/** Returns site analytics of the last days, including today. */
export async function reportSiteStats(ctx: Context, { days }: { days: number }): Promise<SiteStats> {
  allow(ctx, 'cms:write')
  const to = dayOf(ctx.now())
  return reportReaders(ctx, { from: addDays(to, 1 - days), to })
}

/** Returns site analytics for an inclusive range of UTC days. */
export async function reportReaders(ctx: Context, range: { from: string; to: string }): Promise<SiteStats> {
  allow(ctx, 'cms:write')
  const { db } = ctx
  const [views, hours] = [await dailyViews(db, range), await hourlyViews(db, range)]
  const daily = fillDays(views, range, dayOf(ctx.now()))
  const sum = (column: Column) => daily.reduce((total, day) => total + day[column], 0)
  const totals = Object.fromEntries(columns.map((column) => [column, sum(column)])) as Record<Column, number>
  const list = async (dimension: Parameters<typeof topNames>[1]): Promise<NamedCount[]> =>
    (await topNames(db, dimension, { ...range, limit: NAMES })).map((row) => ({
      name: row.name,
      count: Number(row.count),
      person: Number(row.person),
      agent: Number(row.agent),
      mcp: Number(row.mcp),
      key: Number(row.key),
    }))
  return {
    days: Math.round((Date.parse(range.to) - Date.parse(range.from)) / DAY) + 1,
    timezone: 'UTC',
    ...range,
    totals: { views: readerKinds.reduce((all, kind) => all + totals[kind], 0), ...totals },
    daily,
    hours: Array.from({ length: 24 }, (_, hour) =>
      Number(hours.find((row) => Number(row.hour) === hour)?.count ?? 0),
    ),
    pages: await list('page'),
    agents: await list('agent'),
    sites: await list('site'),
    searches: await list('search'),
    questions: await list('question'),
    tools: await list('tool'),
    missing: await list('missing'),
  }
}

/** Returns the daily views of the period before a range, of the same length. */
export async function readViewsBefore(
  ctx: Context,
  range: { from: string; to: string },
): Promise<DailyViews[]> {
  allow(ctx, 'cms:write')
  const days = Math.round((Date.parse(range.to) - Date.parse(range.from)) / DAY) + 1
  const before = { from: addDays(range.from, -days), to: addDays(range.from, -1) }
  return fillDays(await dailyViews(ctx.db, before), before, dayOf(ctx.now()))
}

type ViewRow = { date: string; name: string; reader: string; count: number }

function fillDays(rows: ViewRow[], { from, to }: { from: string; to: string }, today: string): DailyViews[] {
  const days = new Map<string, DailyViews>()
  const none = Object.fromEntries(columns.map((column) => [column, 0])) as Record<Column, number>
  for (let date = from; date <= to; date = addDays(date, 1))
    days.set(date, { date, ...none, complete: date < today })
  for (const { date, name, reader, count } of rows) {
    const day = days.get(date)
    if (!day) continue
    day[reader as Column] += Number(count)
    day[name as Column] += Number(count)
  }
  return [...days.values()]
}
