import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import { openDatabase, type Db } from '#app/platform/db/connection.server.ts'
import { isConnectionLoss } from '#app/platform/db/db-errors.server.ts'
import { ResilientPostgresDialect } from '#app/platform/db/postgres-dialect.server.ts'
import { openTcpProxy, type TcpProxy } from '#tests/support/http/tcp-proxy.ts'

const { TEST_DATABASE_URL: address } = process.env

describe.skipIf(!address)('a connection to PostgreSQL that is lost', () => {
  let cable: TcpProxy
  let db: Db
  let behind: string
  beforeAll(async () => {
    const url = new URL(address!)
    cable = await openTcpProxy(`http://${url.hostname}:${url.port || 5432}`)
    url.host = new URL(cable.url).host
    behind = url.href
    db = await openDatabase(readConfig({ DATABASE_URL: behind }))
  })
  afterAll(async () => {
    await db.destroy()
    await cable.close()
  })
  const answers = () => sql<{ one: number }>`select 1 as one`.execute(db)

  test('between two statements ends no process, and the transaction reports the reason', async () => {
    const work = db.transaction().execute(async (inner) => {
      await sql`select 1`.execute(inner)
      cable.cut()
      await expect.poll(() => sql`select 1`.execute(inner).then(String, () => 'lost')).toBe('lost')
      throw new Error('the reason')
    })
    await expect(work).rejects.toThrow('the reason')
    expect((await answers()).rows).toEqual([{ one: 1 }])
  })

  test('while it commits leaves open whether that was done', async () => {
    const work = db.transaction().execute(async (inner) => {
      await sql`select 1`.execute(inner)
      cable.state.deaf = true
      setTimeout(cable.cut, 50)
    })
    const error: unknown = await work.catch((reason: unknown) => reason)
    cable.state.deaf = false
    expect(isConnectionLoss(error), String(error)).toBe(true)
    expect((await answers()).rows).toEqual([{ one: 1 }])
  })

  test('and has gone silent is closed, unless the server is only slow', async () => {
    const bounds = { silent: 300, greeting: 500 }
    const own = new Kysely({ dialect: new ResilientPostgresDialect({ connectionString: behind }, bounds) })
    try {
      const long = await sql<{ one: number }>`select 1 as one from pg_sleep(1.5)`.execute(own)
      expect(long.rows).toEqual([{ one: 1 }])
      cable.state.deaf = true
      const error: unknown = await sql`select 1`.execute(own).catch((reason: unknown) => reason)
      expect(isConnectionLoss(error), String(error)).toBe(true)
      cable.state.deaf = false
      expect((await sql<{ one: number }>`select 1 as one`.execute(own)).rows).toEqual([{ one: 1 }])
    } finally {
      cable.state.deaf = false
      await own.destroy()
    }
  })
})
