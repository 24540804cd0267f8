import { sql } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { anyRow } from '#app/platform/db/sql.server.ts'

/** Claims a due purge and schedules the next run. Returns false if another instance claimed the purge. */
export const claimPurge = (db: Db, name: string, now: string, next: string) =>
  anyRow(
    db
      .insertInto('sweeps')
      .values({ name, next_at: next })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ next_at: sql.ref('excluded.next_at') })
          .where('sweeps.next_at', '<=', now),
      )
      .returning('name'),
  )
