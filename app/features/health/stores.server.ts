import { sql } from 'kysely'
import type { Config } from '#app/platform/config/config.server.ts'
import { databaseFile, openDatabase, type Db } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/dialect.server.ts'
import { migrationsOf } from '#app/platform/db/migrate.server.ts'
import { failed, fine, warning, type Finding } from '#app/features/health/check.ts'
import { clockSkew } from '#app/platform/db/clock.server.ts'
import { makeLog } from '#app/platform/log/log.server.ts'
import { connectRedis } from '#app/platform/signals/redis.server.ts'
import { withoutSecrets } from '#app/platform/log/redact.ts'

/** How far clocks may be apart, in seconds: sessions, leases and signed requests are judged by them. */
const SKEW = 2
/** How long a store may take to answer before that is told, in milliseconds. */
const SLOW = 100

const because = (error: unknown) => {
  const { message, code } = error as { message?: string; code?: string }
  return withoutSecrets(message || code || String(error))
}

/** Opens the database and looks at what it is, whether it is whole, its schema and its clock. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  let db: Db | undefined
  try {
    db = await openDatabase(config)
    const answers = await (isPostgres(db) ? lookAtPostgres(db) : lookAtSqlite(db, config))
    return [...answers, await lookAtSchema(db)]
  } catch (error) {
    const mend = config.databaseUrl
      ? 'See whether PostgreSQL runs, and whether DATABASE_URL names its host, user and password.'
      : `Restore a backup, or see whether ${databaseFile(config.dataDir)} is a file of ours: signpost restore --help`
    return [failed('database', `The database cannot be used (${because(error)}).`, mend)]
  } finally {
    await db?.destroy()
  }
}

async function lookAtPostgres(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ version: string; most: string }>`
    select current_setting('server_version') as version, current_setting('max_connections') as most`.execute(
    db,
  )
  const { version, most } = rows[0]!
  const began = performance.now()
  await sql`select 1`.execute(db)
  const took = Math.round(performance.now() - began)
  const says = `PostgreSQL ${version} answers in ${took} ms and takes ${most} connections.`
  const database =
    Number.parseInt(version) < 13
      ? failed('database', says, 'Use PostgreSQL 13 or newer.')
      : took > SLOW
        ? warning('database', says, 'Put the instances near the database: a page asks it several times.')
        : fine('database', says)
  return [database, clockFinding('PostgreSQL', await clockSkew(db))]
}

async function lookAtSqlite(db: Db, { dataDir }: Config): Promise<Finding[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const found = rows[0]?.quick_check ?? 'no answer'
  const { rows: broken } = await sql`pragma foreign_key_check`.execute(db)
  if (found !== 'ok' || broken.length)
    return [
      failed(
        'database',
        `${databaseFile(dataDir)} is damaged (${found === 'ok' ? `${broken.length} rows lead nowhere` : found}).`,
        'Stop the server and restore the last backup: signpost restore --help',
      ),
    ]
  const { rows: size } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return [fine('database', `SQLite, ${Math.ceil(size[0]!.bytes / 1024 / 1024)} MiB, is whole.`)]
}

async function lookAtSchema(db: Db): Promise<Finding> {
  const { pending, unknown } = await migrationsOf(db)
  if (unknown.length)
    return failed(
      'schema',
      `A newer version has changed the database (${unknown.join(', ')}).`,
      'Run that version, or restore a backup from before it.',
    )
  if (pending.length)
    return warning(
      'schema',
      `To be applied: ${pending.join(', ')}.`,
      'Start the server, or run: signpost migrate',
    )
  return fine('schema', 'The schema is up to date.')
}

/** Says whether Redis answers and agrees on the time, or what is missing without it. */
export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<Finding[]> {
  if (!redisUrl)
    return databaseUrl
      ? [
          warning(
            'redis',
            'With several instances, each counts the rate limits for itself and hears of changes late.',
            'Set REDIS_URL to the same Redis on every instance.',
          ),
        ]
      : []
  const redis = connectRedis(redisUrl, makeLog({ logLevel: 'silent' }), 'doctor')
  try {
    await new Promise<void>((resolve, reject) => redis.once('ready', resolve).once('error', reject))
    const began = Date.now()
    const [seconds, micros] = await redis.time()
    const there = Number(seconds) * 1000 + Number(micros) / 1000
    const skew = (there - (began + Date.now()) / 2) / 1000
    return [fine('redis', `Redis answers in ${Date.now() - began} ms.`), clockFinding('Redis', skew)]
  } catch (error) {
    return [
      failed(
        'redis',
        `Redis does not answer (${because(error)}). Signpost goes on without it, each instance by itself.`,
        'See whether Redis runs, and whether REDIS_URL names its host and password.',
      ),
    ]
  } finally {
    redis.disconnect()
  }
}

function clockFinding(whose: string, skew: number): Finding {
  const seconds = Math.abs(skew)
  if (seconds <= SKEW) return fine('clock', `The clock agrees with that of ${whose}.`)
  return warning(
    'clock',
    `The clock is ${seconds.toFixed(1)} s ${skew > 0 ? 'behind' : 'ahead of'} that of ${whose}.`,
    'Have both keep the time: timedatectl set-ntp true',
  )
}
