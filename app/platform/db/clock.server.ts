import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'

/** How often the clock is held against the database’s, in milliseconds. */
const CHECK_INTERVAL_MS = 15_000
/** By how many seconds they may differ before that matters: a round trip to a busy database looks like a difference. */
const TOLERATED_SKEW_SECONDS = 0.5

/** By how many seconds PostgreSQL’s clock is ahead of ours; negative when it is behind. */
export async function clockSkew(db: Db): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  // It was read somewhere between the two.
  return (rows[0]!.now - (before + Date.now()) / 2) / 1000
}

/**
 * The time that this process goes by. Instances share a database, and with it its clock: one whose own clock is more than
 * half a second off goes by the database's, so that a lease, a session or a schedule ends at one time for all. With SQLite
 * it is the machine's. `stop` ends the comparing; while the database does not answer, what was found last holds.
 */
export async function startClockSync(db: Db, log: Pick<Logger, 'warn' | 'info'>) {
  let ahead = 0
  const compare = async () => {
    const skew = await clockSkew(db)
    const isOff = Math.abs(skew) > TOLERATED_SKEW_SECONDS
    const told = { seconds: Math.round(skew * 10) / 10 }
    if (isOff && !ahead) log.warn(told, "this machine's clock is off: the database's is used")
    if (!isOff && ahead) log.info(told, "this machine's clock is right again")
    ahead = isOff ? Math.round(skew * 1000) : 0
  }
  if (!isPostgres(db)) return { now: () => new Date(), stop: () => {} }
  await compare()
  const timer = setInterval(() => void compare().catch(() => {}), CHECK_INTERVAL_MS).unref()
  return { now: () => new Date(Date.now() + ahead), stop: () => clearInterval(timer) }
}
