import { type Kysely, sql } from 'kysely'
import { FORMER_MEMBER } from '#app/access.ts'

/** Columns with a person's name. The history of entries already has ids. */
const signed = [
  ['guild_settings', 'updated_by'],
  ['commands', 'updated_by'],
  ['automations', 'updated_by'],
  ['integrations', 'updated_by'],
  ['redirects', 'created_by'],
  ['cms_entries', 'updated_by'],
] as const

export async function up(db: Kysely<unknown>) {
  for (const [table, column] of signed) {
    await db.schema
      .alterTable(table)
      .addColumn(`${column}_id`, 'text', (definition) =>
        definition.references('users.id').onDelete('set null'),
      )
      .execute()
    if (table !== 'cms_entries') await match(db, table, column)
  }
  await followHistory(db)
}

/**
 * Fills the id column from the account that has this name now or had it in the audit log. Ambiguous names stay without
 * an id.
 */
const match = (db: Kysely<unknown>, table: string, column: string) =>
  sql`
    with named as (
      select id, name from users
      union select actor_id, actor_name from audit where actor_kind = 'user'
    ), only_one as (
      select name, min(id) as id from named where id is not null group by name having count(*) = 1
    )
    update ${sql.table(table)} set ${sql.ref(`${column}_id`)} = (
      select users.id from users join only_one on only_one.id = users.id
      where only_one.name = ${sql.ref(`${table}.${column}`)}
    ) where ${sql.ref(column)} is not null`.execute(db)

/** Copies the last author from the history of an entry. A name without an id belongs to a deleted account. */
async function followHistory(db: Kysely<unknown>) {
  await sql`update cms_revisions set "by" = ${FORMER_MEMBER} where "by" is not null and by_id is null`.execute(
    db,
  )
  const newest = sql`from cms_revisions as newest where newest.entry_id = cms_entries.id and newest.n = cms_entries.version`
  await sql`
    update cms_entries set updated_by = (select newest."by" ${newest}), updated_by_id = (select newest.by_id ${newest})
    where updated_by is not null and exists (select 1 ${newest})`.execute(db)
}
