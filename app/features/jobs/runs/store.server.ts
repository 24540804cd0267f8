import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { valuesTable, inChunks, is, isPostgres } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type RunRow = Selectable<Tables['runs']>

/** Inserts runs and returns the ids of the new runs. An event starts an automation only once. */
export const insertRuns = (db: Db, rows: Insertable<Tables['runs']>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('runs')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute(),
  )

/** Locks runs until the transaction ends, in order of their ids. */
export const lockRuns = (db: Db, ids: string[]): Promise<RunRow[]> =>
  inChunks(ids.toSorted(), (chunk) =>
    db
      .selectFrom('runs')
      .selectAll()
      .where('id', 'in', chunk)
      .orderBy('id')
      .$if(isPostgres(db), (query) => query.forUpdate())
      .execute(),
  )

const written = {
  id: 'text',
  outcome: 'text',
  steps: 'text',
  error: 'text',
  finished_at: 'text',
} as const

export const writeRuns = (db: Db, rows: Pick<RunRow, keyof typeof written>[]) =>
  inChunks(rows, async (chunk) => {
    await sql`
      with ${valuesTable(written, chunk)}
      update runs set
        outcome = given.outcome, steps = given.steps, error = given.error, finished_at = given.finished_at
      from given where runs.id = given.id`.execute(db)
    return []
  })

/** Returns the ids of an automation's active runs. */
export const activeRunIds = (db: Db, automationId: string) =>
  db
    .selectFrom('runs')
    .select('id')
    .where(is('runs', { automation_id: automationId, outcome: 'running' }))
    .execute()
