import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { Tables } from '#app/db/tables.ts'

export type JobRow = Selectable<Tables['jobs']>

/** Undefined when there is a job of this key. Under PostgreSQL a second one waits for the first to commit. */
export const insertJob = (db: Db, row: Insertable<Tables['jobs']>) =>
  db
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['guild_id', 'type', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const jobByKey = (db: Db, { guild_id, type, idempotency_key }: Insertable<Tables['jobs']>) =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('type', '=', type)
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirstOrThrow()
