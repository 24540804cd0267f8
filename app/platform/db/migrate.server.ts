import { Migrator, sql, type Migration } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import * as accounts from '#app/platform/db/migrations/001-accounts.server.ts'
import * as guilds from '#app/platform/db/migrations/002-guilds.server.ts'
import * as statistics from '#app/platform/db/migrations/003-statistics.server.ts'
import * as content from '#app/platform/db/migrations/004-content.server.ts'
import * as people from '#app/platform/db/migrations/005-people.server.ts'
import * as management from '#app/platform/db/migrations/006-management.server.ts'
import * as activity from '#app/platform/db/migrations/007-statistics.server.ts'
import * as interactions from '#app/platform/db/migrations/008-interactions.server.ts'
import * as registration from '#app/platform/db/migrations/009-registration.server.ts'
import * as jobs from '#app/platform/db/migrations/010-jobs.server.ts'
import * as contact from '#app/platform/db/migrations/011-contact.server.ts'
import * as chat from '#app/platform/db/migrations/012-chat.server.ts'
import * as media from '#app/platform/db/migrations/013-media.server.ts'
import * as cms from '#app/platform/db/migrations/014-cms.server.ts'
import * as notices from '#app/platform/db/migrations/015-notices.server.ts'
import * as agents from '#app/platform/db/migrations/016-agents.server.ts'
import * as signatures from '#app/platform/db/migrations/017-people.server.ts'
import * as signups from '#app/platform/db/migrations/018-accounts.server.ts'
import * as invitations from '#app/platform/db/migrations/019-invitations.server.ts'
import * as stopped from '#app/platform/db/migrations/020-stopped.server.ts'

/** How long a process waits for its turn to migrate a SQLite file, in milliseconds. */
const LOCK_TIMEOUT_MS = 60_000

const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-guilds': guilds,
  '003-statistics': statistics,
  '004-content': content,
  '005-people': people,
  '006-management': management,
  '007-statistics': activity,
  '008-interactions': interactions,
  '009-registration': registration,
  '010-jobs': jobs,
  '011-contact': contact,
  '012-chat': chat,
  '013-media': media,
  '014-cms': cms,
  '015-notices': notices,
  '016-agents': agents,
  '017-people': signatures,
  '018-accounts': signups,
  '019-invitations': invitations,
  '020-stopped': stopped,
}

const provider = { getMigrations: async () => migrations }

/** What is thrown at a database that a newer version has changed: what this one would write into it, nobody can tell. */
const newerSchema = (unknown: string[]) =>
  Object.assign(
    new Error(
      `a newer version has changed the database (${unknown.join(', ')}); run that version, or restore a backup from before it`,
    ),
    { code: 'NEWER_SCHEMA' },
  )

/**
 * Brings the schema up to date and returns the names that were applied. Two processes may call it at once: the first
 * takes the lock (an advisory lock on PostgreSQL, the write lock on SQLite), the second finds nothing left to do. It only
 * goes forward, and throws where a newer version has been.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { pending, unknown } = await migrationsOf(db)
  if (unknown.length) throw newerSchema(unknown)
  // The migrator reads the whole schema first, even where nothing is left to do.
  if (!pending.length) return []
  if (!isPostgres(db)) await sql`pragma busy_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (!isPostgres(db)) await sql`pragma busy_timeout = 0`.execute(db)
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Which migrations are yet to be applied, and which were applied that this version does not know. */
export async function migrationsOf(db: Db): Promise<{ pending: string[]; unknown: string[] }> {
  const done = await appliedMigrations(db)
  return {
    pending: knownMigrations.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !(name in migrations)),
  }
}

/** The names of the migrations that the database has had, in their order; none where it is empty. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === '42P01' || message.includes('no such table')) return []
    throw error
  }
}

/** The names of the migrations of this version. */
export const knownMigrations = Object.keys(migrations)

/** True when the schema has everything that this code was written for. */
export const isMigrated = async (db: Db): Promise<boolean> => (await migrationsOf(db)).pending.length === 0
