import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'

/** Milliseconds between comparisons with the database clock. */
const CHECK_INTERVAL_MS = 15_000
/** Clock difference in seconds that is ignored, because a slow round trip can look like a difference. */
const TOLERATED_SKEW_SECONDS = 0.5

/**
 * Returns the seconds by which PostgreSQL's clock is ahead of ours. Returns a negative number if the database clock is
 * behind.
 */
export async function clockSkew(db: Db): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  // The server read its clock at some point between the two local times.
  return (rows[0]!.now - (before + Date.now()) / 2) / 1000
}

/**
 * Starts a clock that instances share, so that they agree on deadlines. If the local clock is off by more than half a
 * second, the shared clock follows PostgreSQL. With SQLite, the shared clock is the local clock.
 */
export async function startClockSync(db: Db, log: Pick<Logger, 'warn' | 'info'>) {
  let ahead = 0
  const compare = async () => {
    const skew = await clockSkew(db)
    const isOff = Math.abs(skew) > TOLERATED_SKEW_SECONDS
    const told = { seconds: Math.round(skew * 10) / 10 }
    if (isOff && !ahead)
      log.warn(told, 'the clock of this machine is wrong: the clock of the database is used')
    if (!isOff && ahead) log.info(told, 'the clock of this machine is correct again')
    ahead = isOff ? Math.round(skew * 1000) : 0
  }
  if (!isPostgres(db)) return { now: () => new Date(), stop: () => {} }
  await compare()
  const timer = setInterval(() => void compare().catch(() => {}), CHECK_INTERVAL_MS).unref()
  return { now: () => new Date(Date.now() + ahead), stop: () => clearInterval(timer) }
}
