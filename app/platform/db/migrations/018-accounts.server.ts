import type { Kysely } from 'kysely'

/** Removes the password from pending sign-ups, because users choose it when they confirm their address. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('pending_signups').dropColumn('password_hash').execute()
}
