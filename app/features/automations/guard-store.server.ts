import { sql } from 'kysely'
import { inChunks } from '#app/platform/db/chunks.ts'
import type { Db } from '#app/platform/db/connection.server.ts'

type Subject = { automation_id: string; subject: string }

/** Lets subjects rest until a time, and returns those that did not rest already: of two who try at once, one gets it. */
export const startCooldowns = (db: Db, rows: (Subject & { until: string })[], now: string) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('automation_cooldowns')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['automation_id', 'subject'])
          .doUpdateSet({ until: sql.ref('excluded.until') })
          .where('automation_cooldowns.until', '<=', now),
      )
      .returning(['automation_id', 'subject'])
      .execute(),
  )

/** Counts runs within a minute, and returns how many there are by now. */
export const addToPaces = (db: Db, rows: (Subject & { minute: string; runs: number })[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('automation_paces')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['automation_id', 'subject']).doUpdateSet({
          runs: sql`case when automation_paces.minute = excluded.minute then automation_paces.runs else 0 end + excluded.runs`,
          minute: sql.ref('excluded.minute'),
        }),
      )
      .returning(['automation_id', 'subject', 'runs'])
      .execute(),
  )

/** Deletes what holds no longer, a bounded number of each. */
export async function deleteGuards(
  db: Db,
  { now, minute, limit }: { now: string; minute: string; limit: number },
) {
  for (const [table, column, before] of [
    ['automation_cooldowns', 'until', now],
    ['automation_paces', 'minute', minute],
  ] as const) {
    const [name, time] = [sql.table(table), sql.ref(column)]
    await sql`
      delete from ${name} where (automation_id, subject) in
        (select automation_id, subject from ${name} where ${time} < ${before} limit ${limit})`.execute(db)
  }
}
