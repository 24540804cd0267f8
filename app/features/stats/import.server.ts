import type { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Invalid, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { counters } from '#app/features/stats/counters.ts'
import { dayOf } from '#app/primitives/days.ts'
import { pick } from '#app/primitives/objects.ts'
import { importDocument, importHead, type ImportDocument } from '#app/features/stats/csv-columns.ts'
import { deleteDays, guildForStats, insertDays, markChanged } from '#app/features/stats/store.server.ts'
import { FIRST_DAY } from '#app/features/stats/ingestion.server.ts'
import {
  latestSnapshot,
  upsertDailySnapshots,
  upsertSnapshot,
} from '#app/features/stats/rollup-store.server.ts'

type Day = ImportDocument['daily_stats'][number]

/**
 * Imports an export of the same guild atomically. Replaces the days in the export, so repeated imports have the same
 * result. Throws `NotFound`, and `Invalid` for an invalid file.
 */
export async function importStats(
  ctx: Context,
  { guildId, document }: { guildId: string; document: unknown },
) {
  await allowGuild(ctx, 'guild:write', guildId)
  const guild = found(
    await guildForStats(ctx.db, guildId),
    `Guild ${guildId} does not exist. Add the guild with: signpost guilds add`,
  )
  const given = check(guildId, document, dayOf(ctx.now()))
  return inTransaction(ctx, async (inner) => {
    await markChanged(inner.db, guildId, inner.now().toISOString())
    const days = await replaceDays(inner, guildId, given.daily_stats)
    const snapshots = await replaceSnapshots(inner, guildId, given.snapshots)
    const { from, to } = given
    const done = { from, to, days: given.daily_stats.length, replaced: days, snapshots }
    const target = { kind: 'guild', id: guildId, name: guild.name }
    await recordAudit(inner, { action: 'stats.imported', target, details: done })
    return { guild_id: guildId, ...done }
  })
}

function check(guildId: string, document: unknown, today: string): ImportDocument {
  const head = read(importHead, document)
  if (head.guild_id !== guildId)
    throw new Invalid(
      `The file is an export of guild ${head.guild_id}. Import the file with --guild ${head.guild_id}.`,
    )
  const given = read(importDocument, document)
  for (const name of ['daily_stats', 'snapshots'] as const) {
    const seen = new Set<string>()
    for (const [index, { date }] of given[name].entries()) {
      const complain = (message: string) => new Invalid(`${name}.${index}: ${message}`)
      if (date < FIRST_DAY || date > today) throw complain(`Use a day from ${FIRST_DAY} to ${today}.`)
      if (seen.has(date)) throw complain(`Remove the duplicate day ${date}.`)
      seen.add(date)
    }
  }
  return given
}

/** Parses a value and throws only the first issue, because a file can have thousands of issues. */
function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue]
  throw new Invalid(path.length > 1 ? `${path.join('.')}: ${message}` : message, [
    { path: path.join('.'), message },
  ])
}

/** Replaces the given days without storing all-zero rows. Returns the number of days that already existed. */
async function replaceDays({ db }: Context, guild_id: string, days: Day[]): Promise<number> {
  const before = await deleteDays(
    db,
    'daily_stats',
    guild_id,
    days.map(({ date }) => date),
  )
  const rows = days
    .filter((day) => day.member_count !== null || counters.some((name) => day[name] > 0))
    .map((day) => ({ guild_id, ...pick(day, ['date', 'member_count', ...counters]) }))
  await insertDays(db, rows)
  return before.length
}

/**
 * Stores daily snapshots. The newest snapshot becomes the current state, unless a newer state exists. Returns the
 * number of snapshots.
 */
async function replaceSnapshots({ db }: Context, guild_id: string, snapshots: ImportDocument['snapshots']) {
  await upsertDailySnapshots(
    db,
    snapshots.map((snapshot) => ({ guild_id, ...snapshot })),
  )
  const [newest] = snapshots.toSorted((one, other) => (one.recorded_at < other.recorded_at ? 1 : -1))
  const current = await latestSnapshot(db, guild_id)
  if (newest && !(current && current.recorded_at >= newest.recorded_at)) {
    const { date: _, ...rest } = newest
    await upsertSnapshot(db, { guild_id, ...rest })
  }
  return snapshots.length
}
