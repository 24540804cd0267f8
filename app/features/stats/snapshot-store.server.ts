import { sql, type Insertable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import { inChunks } from '#app/platform/db/chunks.ts'
import { gauges, noCounters } from '#app/features/stats/counters.ts'

export const latestSnapshot = (db: Db, guildId: string) =>
  db.selectFrom('snapshots').selectAll().where('guild_id', '=', guildId).executeTakeFirst()

export const upsertSnapshot = (db: Db, row: Insertable<Tables['snapshots']>) =>
  db
    .insertInto('snapshots')
    .values(row)
    .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(row))
    .execute()

const replaced = Object.fromEntries(
  (['recorded_at', ...gauges] as const).map((name) => [name, sql.ref(`excluded.${name}`)]),
)

/** The last snapshot of a day is the one that is kept. */
export const upsertDailySnapshots = (db: Db, rows: Insertable<Tables['daily_snapshots']>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('daily_snapshots')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['guild_id', 'date']).doUpdateSet(replaced))
      .execute(),
  )

export const setMemberCount = (
  db: Db,
  { guildId, date }: { guildId: string; date: string },
  memberCount: number,
) =>
  db
    .insertInto('daily_stats')
    .values({ guild_id: guildId, date, ...noCounters, member_count: memberCount })
    .onConflict((conflict) =>
      conflict.columns(['guild_id', 'date']).doUpdateSet({ member_count: memberCount }),
    )
    .execute()

/** How the guild stood on the days from `from` to `to`, the oldest first; days that nobody told of are not there. */
export const dailySnapshots = (
  db: Db,
  { guildId, from, to }: { guildId: string; from: string; to: string },
) =>
  db
    .selectFrom('daily_snapshots')
    .select(['date', 'recorded_at', ...gauges])
    .where('guild_id', '=', guildId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute()
