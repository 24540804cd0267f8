import { PostgresDialect, type DatabaseConnection } from 'kysely'
import type { Pool } from 'pg'
import { isOutage } from '#app/db/outage.server.ts'

/**
 * PostgreSQL as a server that may go away at any moment. A connection that breaks fails what is done on it, and nothing
 * else: neither the process, nor the reason for which a transaction was given up.
 */
export class LosablePostgres extends PostgresDialect {
  constructor(pool: Pool) {
    super({ pool })
    // An idle connection that breaks is replaced at the next query. One in use tells whoever uses it, through the query
    // in hand or the next one. Without a listener either would end the process.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  }

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
