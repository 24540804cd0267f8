import { sql } from 'kysely'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, openDatabase, type Db } from '#app/platform/db/connection.server.ts'
import { migrate, migrationTables } from '#app/platform/db/migrate.server.ts'
import { databaseFiles } from '#app/features/backups/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Maximum numbers of rows and values per statement. PostgreSQL accepts at most 65,535 values. */
const ROWS = 500
const VALUES = 30_000

/**
 * Copies a SQLite backup into new PostgreSQL tables in one transaction. Does not change other programs' tables. Also
 * copies the secrets, so that keys and sessions remain valid.
 */
export async function importIntoPostgres(db: Db, from: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-move-'))
  try {
    await copyFile(join(from, databaseFiles.sqlite), databaseFile(folder))
    const source = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    try {
      await migrate(source)
      const tables = await tablesInOrder(source)
      // Drops all tables in one transaction, so that an interrupted restore can be repeated.
      await db.transaction().execute(async (inside) => {
        for (const table of [...migrationTables, ...tables])
          await sql`drop table if exists ${sql.table(table)} cascade`.execute(inside)
      })
      await migrate(db)
      await db.transaction().execute(async (inside) => {
        // Deletes the rows that migrations wrote, because the source has current versions of these rows.
        for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(inside)
        for (const table of tables) await copyTable(source, inside, table)
        await copySecrets(inside, from)
      })
    } finally {
      await source.destroy()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the tables of the source, each after the tables that it references. */
async function tablesInOrder(source: Db): Promise<string[]> {
  const tables = (await source.introspection.getTables()).map(({ name }) => name)
  const refersTo = new Map<string, string[]>()
  for (const name of tables) {
    const { rows } = await sql<{ table: string }>`pragma foreign_key_list(${sql.lit(name)})`.execute(source)
    refersTo.set(
      name,
      rows.map(({ table }) => table),
    )
  }
  const sorted: string[] = []
  const put = (name: string) => {
    if (sorted.includes(name)) return
    for (const other of refersTo.get(name) ?? []) if (other !== name) put(other)
    sorted.push(name)
  }
  tables.forEach(put)
  return sorted
}

async function copyTable(source: Db, target: Db, table: string) {
  let last = -1
  for (;;) {
    const { rows } = await sql<Record<string, unknown> & { rowid_: number }>`
      select rowid as rowid_, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${ROWS}`.execute(
      source,
    )
    if (!rows.length) return
    last = rows.at(-1)!.rowid_
    const columns = Object.keys(rows[0]!).filter((name) => name !== 'rowid_')
    const most = Math.max(1, Math.floor(VALUES / columns.length))
    for (let start = 0; start < rows.length; start += most) {
      const lines = rows
        .slice(start, start + most)
        .map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`)
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
        values ${sql.join(lines)}`.execute(target)
    }
  }
}

async function copySecrets(target: Db, from: string) {
  const text = await readFile(join(from, 'secrets.json'), 'utf8').catch(() => '{}')
  const at = new Date().toISOString()
  const rows = Object.entries(fromJson<Record<string, string>>(text))
  for (const [name, value] of rows)
    await target
      .insertInto('secrets')
      .values({ name, value, created_at: at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
}
