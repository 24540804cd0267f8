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

/** Milliseconds that another process can lock the file before queries fail. */
const BUSY_TIMEOUT_MS = 5_000
/** First and maximum delay between retries, in milliseconds. */
const BUSY_RETRY_MS = { first: 2, most: 50 }

/**
 * SQLite dialect for several processes. Transactions take the write lock at the start. Lock waits are asynchronous.
 * After five seconds, queries fail immediately until the lock is released.
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
    // SQLite rolls back by itself if the disk is full or fails. The original error is the relevant error.
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: unknown) => {
        if (!/no transaction is active/.test(String(error))) throw error
      })
    }
    return driver
  }
}

/** Adapter for transactional migrations. SQLite's DDL is transactional, so its write lock is sufficient. */
class TransactionalSqlite extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const isBusy = (error: unknown) => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')

const isReading = ({ sql }: CompiledQuery) => /^\s*(select|pragma)\b/i.test(sql)

function retryWhenBusy(connection: DatabaseConnection): DatabaseConnection {
  /** Times of the first and the last lock conflict. Reads never conflict. */
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
 * Loads the SQLite driver for this Node version. Version 13 crashes on Node 20 and version 12 crashes on Node 24. Both
 * versions have the same interface.
 */
export async function sqliteDriver(): Promise<typeof Database> {
  const [major] = process.versions.node.split('.')
  const driver = Number(major) >= 22 ? await import('better-sqlite3-napi') : await import('better-sqlite3')
  return driver.default
}

/** Runs SQLite's integrity check on a file that is not being written. Returns `ok` or the first problem. */
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
 * Merges the write-ahead log into the database file, so that the file is complete. Returns false without changes if
 * another process uses the file.
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
