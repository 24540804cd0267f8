import { sql } from 'kysely'
import { fetchApplication } from '#app/features/bots/application.server.ts'
import type { BotState } from '#app/features/bots/current-bot.server.ts'
import { botProblems } from '#app/features/bots/schema.ts'
import { checkEndpoint } from '#app/features/health/alias-checks.server.ts'
import { failed, type Finding, fine, warning } from '#app/features/health/check.ts'
import { checkMailServer } from '#app/features/mail/transport.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { clockSkew } from '#app/platform/db/clock.server.ts'
import { databaseFile, type Db, openDatabase } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import { migrationsOf } from '#app/platform/db/migrate.server.ts'
import { createLogger } from '#app/platform/log/log.server.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'
import { DiscordError, RENEW_TOKEN } from '#app/platform/outside/discord.server.ts'
import { connectRedis } from '#app/platform/signals/redis.server.ts'
import { formatBytes } from '#app/primitives/bytes.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** Signs in to the mail server without sending an email. */
export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (!smtpUrl)
    return warning(
      'mail',
      'Emails are written to files, so links to confirm an address or reset a password are not delivered.',
      'Set SMTP_URL and MAIL_FROM.',
    )
  try {
    await checkMailServer(smtpUrl)
    return fine('mail', `The mail server accepts emails from ${mailFrom}.`)
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    return failed(
      'mail',
      `The mail server rejected the connection (${redactSecrets(message)}${code ? `, ${code}` : ''}). Emails remain in the queue.`,
      'Check the host, port, user and password in SMTP_URL. Use smtps:// for port 465.',
    )
  }
}

/** Checks the Discord token and whether the other settings belong to the same application. */
export async function checkDiscord(config: Config, state: BotState): Promise<Finding[]> {
  const { discordBotToken, discordPublicKey, discordApplicationId } = config
  const token = discordBotToken ?? state.bot?.token
  const problem = botProblems[state.status]
  if (!token) return problem ? [failed('discord', 'No bot is connected.', problem)] : []
  const whose = discordBotToken ? 'DISCORD_BOT_TOKEN' : 'The bot token'
  const mend = 'Copy the value again from the application’s page in Discord’s developer portal.'
  try {
    const { id, name, key, facts } = await fetchApplication(config, token)
    const found = [fine('discord', `${whose} belongs to ${name}.`)]
    if (discordApplicationId && discordApplicationId !== id)
      found.push(failed('discord', `DISCORD_APPLICATION_ID is not the id of ${name}, which is ${id}.`, mend))
    if (discordPublicKey && discordPublicKey !== key)
      found.push(
        failed(
          'discord',
          `DISCORD_PUBLIC_KEY is not the key of ${name}, so interactions are rejected.`,
          mend,
        ),
      )
    found.push(...checkEndpoint(config, facts.interactions_endpoint_url))
    return found
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error
    const { reason } = error.trouble
    if (reason === 'token')
      return [
        failed('discord', `Discord rejected ${discordBotToken ? whose : 'the bot token'}.`, RENEW_TOKEN),
      ]
    return [warning('discord', error.message, 'Try again later. Until then, jobs and registrations wait.')]
  }
}

/** Maximum clock difference in seconds. Sessions, leases and signed requests depend on correct clocks. */
const MAX_CLOCK_SKEW_SECONDS = 2
/** Response time in milliseconds above which a store is reported as slow. */
const SLOW = 100

const errorReason = (error: unknown) => {
  const { message, code } = error as { message?: string; code?: string }
  return redactSecrets(message || code || String(error))
}

/** Checks the database: type, integrity, schema and clock. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  let db: Db | undefined
  try {
    db = await openDatabase(config)
    const answers = await (isPostgres(db) ? inspectPostgres(db) : inspectSqlite(db, config))
    return [...answers, await inspectSchema(db)]
  } catch (error) {
    const mend = config.databaseUrl
      ? 'Check that PostgreSQL is running, and check the host, user and password in DATABASE_URL.'
      : `Check that ${databaseFile(config.dataDir)} is a Signpost database, or restore a backup: signpost restore --help`
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
  const says = `PostgreSQL ${version} responds in ${took} ms and allows ${most} connections.`
  const database =
    Number.parseInt(version) < 13
      ? failed('database', says, 'Use PostgreSQL 13 or newer.')
      : took > SLOW
        ? warning(
            'database',
            says,
            'Run the instances near the database, because each page runs several queries.',
          )
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
        `${databaseFile(dataDir)} is damaged (${found === 'ok' ? `${formatAmount(broken.length, 'row has a dangling reference', 'rows have dangling references')}` : found}).`,
        'Stop the server and restore the last backup: signpost restore --help',
      ),
    ]
  const { rows: size } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return [fine('database', `SQLite, ${formatBytes(size[0]!.bytes)}, is intact.`)]
}

async function inspectSchema(db: Db): Promise<Finding> {
  const { pending, unknown } = await migrationsOf(db)
  if (unknown.length)
    return failed(
      'schema',
      `A newer version has changed the database (${unknown.join(', ')}).`,
      'Run that version, or restore a backup from before the upgrade.',
    )
  if (pending.length)
    return warning(
      'schema',
      `Pending migrations: ${pending.join(', ')}.`,
      'Start the server, or run: signpost migrate',
    )
  return fine('schema', 'The schema is up to date.')
}

/** Checks that Redis responds and that its clock matches, or reports the effects of running without Redis. */
export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<Finding[]> {
  if (!redisUrl)
    return databaseUrl
      ? [
          warning(
            'redis',
            'Without REDIS_URL, instances count rate limits separately and see changes late.',
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
    return [fine('redis', `Redis responds in ${Date.now() - began} ms.`), clockFinding('Redis', skew)]
  } catch (error) {
    return [
      failed(
        'redis',
        `Redis does not respond (${errorReason(error)}). Signpost continues without Redis. Instances do not share limits and caches.`,
        'Check that Redis is running, and check the host and password in REDIS_URL.',
      ),
    ]
  } finally {
    redis.disconnect()
  }
}

function clockFinding(whose: string, skew: number): Finding {
  const seconds = Math.abs(skew)
  if (seconds <= MAX_CLOCK_SKEW_SECONDS) return fine('clock', `The clock matches the clock of ${whose}.`)
  return warning(
    'clock',
    `The clock is ${seconds.toFixed(1)} s ${skew > 0 ? 'behind' : 'ahead of'} the clock of ${whose}.`,
    'Synchronize both clocks: timedatectl set-ntp true',
  )
}
