import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  for (const name of ['registered', 'claim', 'claimed_until']) {
    await db.schema.alterTable('command_registrations').addColumn(name, 'text').execute()
  }
}
