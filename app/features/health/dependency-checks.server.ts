import { sql } from 'kysely'
import { z } from 'zod'
import { failed, type Finding, fine, warning } from '#app/features/health/check.ts'
import { checkMailServer } from '#app/features/mail/transport.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { clockSkew } from '#app/platform/db/clock.server.ts'
import { databaseFile, type Db, openDatabase } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import { migrationsOf } from '#app/platform/db/migrate.server.ts'
import { createLogger } from '#app/platform/log/log.server.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'
import { DiscordError, createDiscordClient } from '#app/platform/outside/discord.server.ts'
import { connectRedis } from '#app/platform/signals/redis.server.ts'

/** Signs in at the mail server, without sending anything. */
export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (!smtpUrl)
    return warning(
      'mail',
      'Letters are written to files: nobody gets the link that confirms an address or resets a password.',
      'Set SMTP_URL and MAIL_FROM.',
    )
  try {
    await checkMailServer(smtpUrl)
    return fine('mail', `The mail server takes letters from ${mailFrom}.`)
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    return failed(
      'mail',
      `The mail server refuses us (${redactSecrets(message)}${code ? `, ${code}` : ''}). Letters wait.`,
      'See whether SMTP_URL has the right host, port, user and password. smtps:// is for port 465.',
    )
  }
}

const application = z.object({ id: z.string(), name: z.string(), verify_key: z.string() })

/** Asks Discord whose token it is, and whether the other settings are of the same application. */
export async function checkDiscord(config: Config): Promise<Finding[]> {
  const { discordBotToken, discordPublicKey, discordApplicationId } = config
  if (!discordBotToken) return []
  const mend = 'Copy it anew from the page of the application in Discord’s developer portal.'
  try {
    const ask = { method: 'GET', path: '/applications/@me', answer: application } as const
    const { id, name, verify_key: key } = await createDiscordClient(config).request(ask)
    const found = [fine('discord', `The bot’s token is that of ${name}.`)]
    if (discordApplicationId && discordApplicationId !== id)
      found.push(failed('discord', `DISCORD_APPLICATION_ID is not that of ${name}, which is ${id}.`, mend))
    if (discordPublicKey && discordPublicKey !== key.toLowerCase())
      found.push(
        failed('discord', `DISCORD_PUBLIC_KEY is not that of ${name}: interactions are refused.`, mend),
      )
    return found
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error
    const { reason } = error.trouble
    if (reason === 'token') return [failed('discord', 'Discord does not know DISCORD_BOT_TOKEN.', mend)]
    return [warning('discord', error.message, 'Try again later; jobs and registrations wait meanwhile.')]
  }
}

/** How far clocks may be apart, in seconds: sessions, leases and signed requests are judged by them. */
const MAX_CLOCK_SKEW_SECONDS = 2
/** How long a store may take to answer before that is told, in milliseconds. */
const SLOW = 100

const errorReason = (error: unknown) => {
  const { message, code } = error as { message?: string; code?: string }
  return redactSecrets(message || code || String(error))
}

/** Opens the database and looks at what it is, whether it is whole, its schema and its clock. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  let db: Db | undefined
  try {
    db = await openDatabase(config)
    const answers = await (isPostgres(db) ? inspectPostgres(db) : inspectSqlite(db, config))
    return [...answers, await inspectSchema(db)]
  } catch (error) {
    const mend = config.databaseUrl
      ? 'See whether PostgreSQL runs, and whether DATABASE_URL names its host, user and password.'
      : `Restore a backup, or see whether ${databaseFile(config.dataDir)} is a file of ours: signpost restore --help`
    return [failed('database', `The database cannot be used (${errorReason(error)}).`, mend)]
  } finally {
    await db?.destroy()
  }
}

async function inspectPostgres(db: Db): Promise<Finding[]> {
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

async function inspectSqlite(db: Db, { dataDir }: Config): Promise<Finding[]> {
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

async function inspectSchema(db: Db): Promise<Finding> {
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
  const redis = connectRedis(redisUrl, createLogger({ logLevel: 'silent' }), 'doctor')
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
        `Redis does not answer (${errorReason(error)}). Signpost goes on without it, each instance by itself.`,
        'See whether Redis runs, and whether REDIS_URL names its host and password.',
      ),
    ]
  } finally {
    redis.disconnect()
  }
}

function clockFinding(whose: string, skew: number): Finding {
  const seconds = Math.abs(skew)
  if (seconds <= MAX_CLOCK_SKEW_SECONDS) return fine('clock', `The clock agrees with that of ${whose}.`)
  return warning(
    'clock',
    `The clock is ${seconds.toFixed(1)} s ${skew > 0 ? 'behind' : 'ahead of'} that of ${whose}.`,
    'Have both keep the time: timedatectl set-ntp true',
  )
}
