import type { Kysely } from 'kysely'

/** The password is chosen by the person who confirms the address, so a pending sign-up keeps none. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('pending_signups').dropColumn('password_hash').execute()
}
