import { allow, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { csvRecord } from '#app/primitives/csv.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'
import { Invalid } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { fillMissingDays } from '#app/features/stats/daily.ts'
import { csvColumns, FORMAT, VERSION, type ExportQuery } from '#app/features/stats/csv-columns.ts'
import { FIRST_DAY } from '#app/features/stats/ingestion.server.ts'
import type { DayRange } from '#app/features/stats/range.ts'
import { dailySnapshots } from '#app/features/stats/rollup-store.server.ts'
import { dailyRows, firstDay } from '#app/features/stats/store.server.ts'

/** Days read at a time, which limits the memory use of long exports. */
const PAGE = 128

/** File that is generated while it is read. Ending the iteration stops the work. */
type ExportedFile = { name: string; type: string; chunks: AsyncIterable<string> }

type Job = DayRange & { format: ExportQuery['format']; today: string; guildName: string }

/**
 * Exports daily statistics as a stream. Requires a recent proof of identity. Days that change during the export may
 * have old or new values. Throws `NotFound`, `Forbidden` for a guild that is not
 * served, and `Invalid` if `from` is after `to`.
 */
export async function exportStats(
  ctx: Context,
  { guildId, format, from, to }: { guildId: string } & ExportQuery,
): Promise<ExportedFile> {
  allow(ctx, 'guilds:write')
  requireProof(ctx)
  const guild = await readGuild(ctx, { id: guildId })
  const today = dayOf(ctx.now())
  const last = to ?? today
  const first = from ?? earlier((await firstDay(ctx.db, guildId)) ?? last, last)
  if (first > last) {
    const message = 'The first day must not be after the last day.'
    throw new Invalid(message, [{ path: 'from', message }])
  }
  const job = { guildId, guildName: guild.name, format, from: first, to: last, today }
  return {
    name: `stats-${guildId}-${first}-to-${last}.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json',
    chunks: write(ctx, job),
  }
}

/** Writes the file. Records the export once reading starts, so that HEAD requests are not recorded. */
async function* write(ctx: Context, job: Job): AsyncGenerator<string> {
  const { guildId: id, guildName: name, format, from, to } = job
  await recordAudit(ctx, {
    action: 'stats.exported',
    target: { kind: 'guild', id, name },
    details: { format, from, to },
  })
  yield* format === 'csv' ? asCsv(ctx, job) : asJson(ctx, job)
}

async function* asCsv(ctx: Context, job: Job): AsyncGenerator<string> {
  yield csvRecord(csvColumns)
  for await (const rows of daysOf(ctx, job)) {
    yield rows
      .map((row) => ({ guild_id: job.guildId, ...row }))
      .map((row) => csvRecord(csvColumns.map((name) => row[name])))
      .join('')
  }
}

async function* asJson(ctx: Context, job: Job): AsyncGenerator<string> {
  const { guildId: guild_id, from, to } = job
  const exported_at = ctx.now().toISOString()
  const head = JSON.stringify({ format: FORMAT, version: VERSION, exported_at, guild_id, from, to })
  yield `${head.slice(0, -1)},"daily_stats":[`
  yield* jsonItems(daysOf(ctx, job))
  yield '],"snapshots":['
  yield* jsonItems(snapshotsOf(ctx, job))
  yield ']}\n'
}

/** Yields the items of a JSON array, one per line. */
async function* jsonItems(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let comma = ''
  for await (const page of pages) {
    if (!page.length) continue
    yield comma + page.map((item) => `\n${JSON.stringify(item)}`).join(',')
    comma = ','
  }
}

async function* daysOf({ db }: Context, job: Job) {
  for (const { guildId, from, to } of pagesOf(job)) {
    yield fillMissingDays(await dailyRows(db, { guildId, from, to }), { from, to, today: job.today })
  }
}

async function* snapshotsOf({ db }: Context, job: Job) {
  for (const page of pagesOf(job)) yield await dailySnapshots(db, page)
}

/** Yields the range in pages, without days before `FIRST_DAY` or in the future. */
function* pagesOf({ guildId, from, to, today }: Job): Generator<DayRange> {
  const end = earlier(to, today)
  for (let start = from < FIRST_DAY ? FIRST_DAY : from; start <= end; start = addDays(start, PAGE)) {
    yield { guildId, from: start, to: earlier(addDays(start, PAGE - 1), end) }
  }
}

const earlier = (one: string, other: string) => (one < other ? one : other)
