import type { Db } from '#app/platform/db/connection.server.ts'

export async function seenAt(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('notice_marks')
    .select('seen_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.seen_at ?? null
}

/** Stores the time up to which a user has seen notices, unless a later time is stored. */
export const writeSeen = (db: Db, row: { user_id: string; seen_at: string }) =>
  db
    .insertInto('notice_marks')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ seen_at: row.seen_at })
        .where('notice_marks.seen_at', '<', row.seen_at),
    )
    .execute()
