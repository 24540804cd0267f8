import type { Kysely } from 'kysely'

/** Users choose the password when they confirm their address, so a pending sign-up has none. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('pending_signups').dropColumn('password_hash').execute()
}
