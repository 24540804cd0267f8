import { sql } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'

/** How often content was published. */
export async function contentRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('content_state').select('revision').executeTakeFirstOrThrow()
  return Number(row.revision)
}

/** Counts one more publication and returns the count. */
export async function raiseRevision(db: Db, at: string): Promise<number> {
  const row = await db
    .updateTable('content_state')
    .set({ revision: sql`revision + 1`, changed_at: at })
    .returning('revision')
    .executeTakeFirstOrThrow()
  return Number(row.revision)
}
