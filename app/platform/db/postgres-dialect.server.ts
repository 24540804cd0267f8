import { PostgresDialect, type DatabaseConnection } from 'kysely'
import type { Socket } from 'node:net'
import pg from 'pg'
import { isOutage } from '#app/platform/db/db-errors.server.ts'

/** Milliseconds without data during a query, after which the connection is checked. */
const SILENCE_TIMEOUT_MS = 20_000
/** Timeout for connecting to the server, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000

/** Members of a `pg` client that are missing from its types. */
type ClientInternals = { connection: { stream: Socket }; readyForQuery: boolean }

/**
 * PostgreSQL dialect for a server that can disappear. A broken connection only fails its own queries. A silent
 * connection is closed if new connections also fail, so slow statements keep running.
 */
export class ResilientPostgresDialect extends PostgresDialect {
  constructor(settings: pg.PoolConfig, { silent = SILENCE_TIMEOUT_MS, greeting = CONNECT_TIMEOUT_MS } = {}) {
    const pool = new pg.Pool({ connectionTimeoutMillis: greeting, ...settings })
    super({ pool })
    const isThere = shareConcurrentCall(() =>
      acceptsConnections({ ...settings, connectionTimeoutMillis: greeting }),
    )
    // Without a listener, an error would end the process. Idle connections are replaced at the next query, and running
    // queries fail with the error.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      client.on('error', () => {})
      destroyWhenUnreachable(client as unknown as ClientInternals, silent, isThere)
    })
    this.pool = pool
  }

  readonly pool: pg.Pool

  override createDriver() {
    const driver = super.createDriver()
    const rollback = driver.rollbackTransaction.bind(driver)
    // The connection ended the transaction. The caller needs the original error, which shows whether a commit may have
    // succeeded.
    driver.rollbackTransaction = (connection: DatabaseConnection) =>
      rollback(connection).catch((error: unknown) => {
        if (!isOutage(error)) throw error
      })
    return driver
  }
}

/** Closes a connection whose server is unreachable. TCP alone takes 15 minutes to detect an unreachable server. */
function destroyWhenUnreachable(client: ClientInternals, silent: number, isThere: () => Promise<boolean>) {
  const { stream } = client.connection
  stream.setTimeout(silent)
  // Fires once per silent period. Any traffic restarts the timer.
  stream.on('timeout', async () => {
    if (client.readyForQuery) return
    if (await isThere()) stream.setTimeout(silent)
    else if (!client.readyForQuery) stream.destroy(silenceError())
  })
}

const silenceError = () => Object.assign(new Error('PostgreSQL stopped responding.'), { code: 'ETIMEDOUT' })

/** Checks whether the server accepts a connection. A server without free slots counts as available. */
async function acceptsConnections(settings: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return /^\d[0-9A-Z]{4}$/.test(String((error as { code?: unknown }).code))
  }
}

/** Shares the result of a running call with concurrent callers. */
function shareConcurrentCall<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => (asked ??= ask().finally(() => (asked = null)))
}
