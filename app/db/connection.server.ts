import type Database from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
} from 'kysely'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#app/config.server.ts'
import type { Tables } from '#app/db/tables.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>

/** Opens PostgreSQL when `DATABASE_URL` is set, else the SQLite file in `DATA_DIR`. */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Db> {
  if (databaseUrl) return new Kysely<Tables>({ dialect: postgres(databaseUrl) })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return new Kysely<Tables>({ dialect: await sqlite(join(dataDir, 'signpost.db')) })
}

function postgres(connectionString: string) {
  // Counts and sums come as bigint or numeric, which pg hands over as text; ours stay far below 2^53.
  const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
  const types = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      numbers.has(id) && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5_000, types })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

async function sqlite(file: string) {
  const Driver = await sqliteDriver()
  const database = new Driver(file)
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
  ]) {
    database.pragma(pragma)
  }
  const statements = new Map<string, Database.Statement>()
  const remembering = {
    prepare(sql: string) {
      let statement = statements.get(sql)
      if (!statement) {
        if (statements.size >= 500) statements.clear()
        statements.set(sql, (statement = database.prepare(sql)))
      }
      return statement
    },
    close: () => void database.close(),
  }
  return new ImmediateSqlite({ database: remembering as unknown as Database.Database })
}

/**
 * Version 13 of the driver wants Node 22 and ends the process on Node 20; version 12 ends it on Node 24, when a
 * statement is collected. Their interface is the same.
 */
async function sqliteDriver(): Promise<typeof Database> {
  const [major] = process.versions.node.split('.')
  const driver = Number(major) >= 22 ? await import('better-sqlite3-napi') : await import('better-sqlite3')
  return driver.default
}

/** Takes the write lock when a transaction begins: a later upgrade could fail on a stale snapshot. */
class ImmediateSqlite extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0]

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createAdapter() {
    return new TransactionalSqlite()
  }

  override createDriver() {
    const driver = new SqliteDriver(this.#config)
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    }
    return driver
  }
}

/** SQLite's DDL is transactional: with migrations in one transaction, its write lock is the lock that they need. */
class TransactionalSqlite extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
