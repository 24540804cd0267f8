import type { Kysely } from 'kysely'

/** Adds the time at which the service disabled an automation or command because its conditions took too long. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['automations', 'commands'])
    await db.schema.alterTable(table).addColumn('stopped_at', 'text').execute()
}
