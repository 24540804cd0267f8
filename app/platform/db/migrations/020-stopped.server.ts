import type { Kysely } from 'kysely'

/** Notes when the service itself switched something off because its conditions took too long. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['automations', 'commands'])
    await db.schema.alterTable(table).addColumn('stopped_at', 'text').execute()
}
