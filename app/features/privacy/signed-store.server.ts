import { sql } from 'kysely'
import { FORMER_MEMBER } from '#app/access.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { SignatureKind } from '#app/features/privacy/schema.ts'

type SignatureColumn = { table: string; by: string; id: string; guild: boolean; at: string }

const changed = { by: 'updated_by', id: 'id', guild: true, at: 'updated_at' }

/** Columns that store a `signature`, with the key columns of their tables. */
const signatureColumns: Record<SignatureKind, SignatureColumn> = {
  settings: { ...changed, table: 'guild_settings', id: 'guild_id' },
  command: { ...changed, table: 'commands' },
  automation: { ...changed, table: 'automations' },
  integration: { ...changed, table: 'integrations', id: 'slug' },
  entry: { ...changed, table: 'cms_entries', guild: false },
  revision: { table: 'cms_revisions', by: 'by', id: 'entry_id', guild: false, at: 'at' },
  redirect: { table: 'redirects', by: 'created_by', id: 'from_path', guild: false, at: 'created_at' },
  bot: { table: 'bots', by: 'connected_by', id: 'application_id', guild: false, at: 'connected_at' },
  key_request: { table: 'key_requests', by: 'requested_by', id: 'id', guild: true, at: 'created_at' },
}

type SignedRow = { of: SignatureKind; id: string; guild_id: string | null; name: string; at: string }

/** Returns the records that a user signed, oldest first within each kind. */
export async function listSignedRows(db: Db, userId: string): Promise<SignedRow[]> {
  const found: SignedRow[] = []
  for (const [of, { table, by, id, guild, at }] of Object.entries(signatureColumns) as [
    SignatureKind,
    SignatureColumn,
  ][]) {
    const { rows } = await sql<Omit<SignedRow, 'of'>>`
      select ${sql.ref(id)} as id, ${guild ? sql.ref('guild_id') : sql`null`} as guild_id,
        ${sql.ref(by)} as name, ${sql.ref(at)} as at
      from ${sql.table(table)} where ${sql.ref(`${by}_id`)} = ${userId}
      order by ${sql.ref(at)}, ${sql.ref(id)}`.execute(db)
    for (const row of rows) found.push({ of, ...row })
  }
  return found
}

/** Removes a deleted user's name from all records that the user signed. */
export async function removeSignatures(db: Db, userId: string): Promise<void> {
  for (const { table, by } of Object.values(signatureColumns))
    await sql`
      update ${sql.table(table)} set ${sql.ref(by)} = ${FORMER_MEMBER}, ${sql.ref(`${by}_id`)} = null
      where ${sql.ref(`${by}_id`)} = ${userId}`.execute(db)
}

/** Returns the entries that a user created. */
export const entriesCreatedBy = (db: Db, userId: string) =>
  db
    .selectFrom('cms_entries')
    .select(['id', 'type', 'slug', 'created_at'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute()
