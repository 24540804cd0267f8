import { setTimeout as wait } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

/** How long a file may be locked by another process before that is an error, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000
/** How long it is waited before the next try, at first and at most, in milliseconds. */
const BUSY_RETRY_MS = { first: 2, most: 50 }

/**
 * SQLite as several processes share it. A transaction takes the write lock when it begins, since a later upgrade could fail
 * on a stale snapshot. While another process has the lock, we wait without keeping the process from anything else, as the
 * driver itself would; when it has had it for five seconds, everything is refused at once until it lets go.
 */
export class SharedSqliteDialect extends SqliteDialect {
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
    const acquire = driver.acquireConnection.bind(driver)
    let patient: DatabaseConnection | undefined
    driver.acquireConnection = async () => {
      const connection = await acquire()
      return (patient ??= retryWhenBusy(connection))
    }
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    }
    // SQLite has ended a transaction by itself when the disk is full or fails. What it said then is what counts.
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: unknown) => {
        if (!/no transaction is active/.test(String(error))) throw error
      })
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

const isBusy = (error: unknown) => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')

const isReading = ({ sql }: CompiledQuery) => /^\s*(select|pragma)\b/i.test(sql)

function retryWhenBusy(connection: DatabaseConnection): DatabaseConnection {
  /** Since when the file is locked as far as we know, and when we last met the lock. Readers do not meet it. */
  let locked: { since: number; met: number } | null = null

  async function again<R>(query: CompiledQuery, error: unknown, pause: number): Promise<QueryResult<R>> {
    const met = performance.now()
    const { since } = locked && met - locked.met < BUSY_TIMEOUT_MS ? locked : { since: met }
    locked = { since, met }
    if (met - since > BUSY_TIMEOUT_MS) throw error
    await wait(pause)
    return attempt<R>(query, Math.min(BUSY_RETRY_MS.most, pause * 2))
  }

  async function attempt<R>(query: CompiledQuery, pause: number): Promise<QueryResult<R>> {
    try {
      const result = await connection.executeQuery<R>(query)
      if (!isReading(query)) locked = null
      return result
    } catch (error) {
      if (!isBusy(error)) throw error
      return again<R>(query, error, pause)
    }
  }

  return {
    executeQuery: <R>(query: CompiledQuery) => attempt<R>(query, BUSY_RETRY_MS.first),
    streamQuery: <R>(query: CompiledQuery, size?: number) => connection.streamQuery<R>(query, size),
  }
}

/**
 * Version 13 of the driver wants Node 22 and ends the process on Node 20; version 12 ends it on Node 24, when a
 * statement is collected. Their interface is the same.
 */
export async function sqliteDriver(): Promise<typeof Database> {
  const [major] = process.versions.node.split('.')
  const driver = Number(major) >= 22 ? await import('better-sqlite3-napi') : await import('better-sqlite3')
  return driver.default
}

/** What SQLite says of a file that nobody writes to: `ok`, or the first thing that is wrong with it. It is not changed. */
export async function checkIntegrity(file: string): Promise<string> {
  const Driver = await sqliteDriver()
  const database = new Driver(file, { readonly: true, fileMustExist: true })
  try {
    return String(database.pragma('integrity_check(1)', { simple: true }))
  } finally {
    database.close()
  }
}

/**
 * Merges the log of a database into its file, so that the file alone is all of it; false when another process has it open,
 * and then nothing is changed.
 */
export async function checkpointFile(file: string): Promise<boolean> {
  const Driver = await sqliteDriver()
  const database = new Driver(file, { fileMustExist: true, timeout: 1_000 })
  try {
    return database.pragma('journal_mode = delete', { simple: true }) === 'delete'
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return false
    throw error
  } finally {
    database.close()
  }
}
