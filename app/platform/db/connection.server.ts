import type Database from 'better-sqlite3'
import { Kysely, type LogEvent } from 'kysely'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#app/platform/config/config.server.ts'
import { ResilientPostgresDialect } from '#app/platform/db/postgres-dialect.server.ts'
import { SharedSqliteDialect, sqliteDriver } from '#app/platform/db/sqlite-dialect.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { Metrics } from '#app/platform/log/metrics.server.ts'
import { restrictDataDir, createPrivateFile } from '#app/platform/security/private-files.server.ts'

/** Application name that PostgreSQL shows for our connections. */
export const APPLICATION_NAME = 'signpost'

/** Milliseconds to wait while another process opens the SQLite file. */
const OPEN_TIMEOUT_MS = 5_000

/** Database or transaction. */
export type Db = Kysely<Tables>

/** Opens PostgreSQL when `DATABASE_URL` is set, else the SQLite file in `DATA_DIR`. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  metrics?: Metrics,
): Promise<Db> {
  const log = metrics && counting(metrics)
  if (databaseUrl) return new Kysely<Tables>({ dialect: postgres(databaseUrl, metrics), log })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await createPrivateFile(databaseFile(dataDir))
  await restrictDataDir({ dataDir })
  return new Kysely<Tables>({ dialect: await sqlite(databaseFile(dataDir), metrics), log })
}

/** Returns the path of the SQLite file that is used without `DATABASE_URL`. */
export const databaseFile = (dataDir: string) => join(dataDir, 'signpost.db')

const counting = (metrics: Metrics) => (event: LogEvent) => {
  metrics.queries.observe(event.queryDurationMillis / 1000)
  if (event.level === 'error') metrics.queryFailures.inc()
}

function postgres(connectionString: string, metrics?: Metrics) {
  // Counts and sums are bigint or numeric, which pg returns as strings. Our values stay far below 2^53.
  const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
  const types = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      numbers.has(id) && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const dialect = new ResilientPostgresDialect({
    connectionString,
    application_name: APPLICATION_NAME,
    max: 10,
    types,
  })
  const { pool } = dialect
  metrics?.look(() => {
    metrics.pool.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    metrics.pool.set({ state: 'idle' }, pool.idleCount)
    metrics.pool.set({ state: 'awaited' }, pool.waitingCount)
  })
  return dialect
}

async function sqlite(file: string, metrics?: Metrics) {
  const Driver = await sqliteDriver()
  const database = new Driver(file, { timeout: OPEN_TIMEOUT_MS })
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'foreign_keys = ON',
    // From here on, the dialect waits asynchronously.
    'busy_timeout = 0',
  ]) {
    database.pragma(pragma)
  }
  metrics?.look(async () => {
    for (const [name, path] of [
      ['database', file],
      ['log', `${file}-wal`],
    ] as const)
      metrics.size.set({ file: name }, (await stat(path).catch(() => null))?.size ?? 0)
  })
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
    // When the last connection closes, SQLite merges its log into the file.
    close: () => void database.close(),
  }
  return new SharedSqliteDialect({ database: remembering as unknown as Database.Database })
}
