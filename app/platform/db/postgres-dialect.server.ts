import { PostgresDialect, type DatabaseConnection } from 'kysely'
import type { Socket } from 'node:net'
import pg from 'pg'
import { isOutage } from '#app/platform/db/db-errors.server.ts'

/** After how many milliseconds without a byte, while an answer is awaited, it is asked whether the server is there. */
const SILENCE_TIMEOUT_MS = 20_000
/** How long the server may take to greet a new connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000

/** The parts of a client that its types leave out. */
type ClientInternals = { connection: { stream: Socket }; readyForQuery: boolean }

/**
 * PostgreSQL as a server that may go away at any moment, with or without a word. A connection that breaks fails what is done
 * on it, and nothing else: neither the process, nor the reason for which a transaction was given up. One that has become
 * silent is broken off when the server greets no new one either; a statement that merely takes long goes on.
 */
export class ResilientPostgresDialect extends PostgresDialect {
  constructor(settings: pg.PoolConfig, { silent = SILENCE_TIMEOUT_MS, greeting = CONNECT_TIMEOUT_MS } = {}) {
    const pool = new pg.Pool({ connectionTimeoutMillis: greeting, ...settings })
    super({ pool })
    const isThere = shareConcurrentCall(() =>
      acceptsConnections({ ...settings, connectionTimeoutMillis: greeting }),
    )
    // An idle connection that breaks is replaced at the next query. One in use tells whoever uses it, through the query
    // in hand or the next one. Without a listener either would end the process.
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
    // With the connection the transaction is gone, and the caller needs to hear why: whether a commit may have been made
    // hangs on it.
    driver.rollbackTransaction = (connection: DatabaseConnection) =>
      rollback(connection).catch((error: unknown) => {
        if (!isOutage(error)) throw error
      })
    return driver
  }
}

/** TCP takes a quarter of an hour to find out that the other end is gone. */
function destroyWhenUnreachable(client: ClientInternals, silent: number, isThere: () => Promise<boolean>) {
  const { stream } = client.connection
  stream.setTimeout(silent)
  // It comes once for each silence, and whatever is sent or comes begins a new one.
  stream.on('timeout', async () => {
    if (client.readyForQuery) return
    if (await isThere()) stream.setTimeout(silent)
    else if (!client.readyForQuery) stream.destroy(silenceError())
  })
}

const silenceError = () => Object.assign(new Error('PostgreSQL has become silent.'), { code: 'ETIMEDOUT' })

/** Whether the server takes one more connection. One that has no room for it is there, too. */
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

/** Whoever asks while an answer is awaited gets the same one. */
function shareConcurrentCall<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => (asked ??= ask().finally(() => (asked = null)))
}
