import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator, sql, type Migration } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import * as accounts from '#app/platform/db/migrations/first-release/001-accounts.server.ts'
import * as guilds from '#app/platform/db/migrations/first-release/002-guilds.server.ts'
import * as statistics from '#app/platform/db/migrations/first-release/003-statistics.server.ts'
import * as content from '#app/platform/db/migrations/first-release/004-content.server.ts'
import * as people from '#app/platform/db/migrations/first-release/005-people.server.ts'
import * as management from '#app/platform/db/migrations/first-release/006-management.server.ts'
import * as activity from '#app/platform/db/migrations/first-release/007-statistics.server.ts'
import * as interactions from '#app/platform/db/migrations/first-release/008-interactions.server.ts'
import * as registration from '#app/platform/db/migrations/first-release/009-registration.server.ts'
import * as jobs from '#app/platform/db/migrations/first-release/010-jobs.server.ts'
import * as contact from '#app/platform/db/migrations/first-release/011-contact.server.ts'
import * as chat from '#app/platform/db/migrations/first-release/012-chat.server.ts'
import * as media from '#app/platform/db/migrations/first-release/013-media.server.ts'
import * as cms from '#app/platform/db/migrations/first-release/014-cms.server.ts'
import * as notices from '#app/platform/db/migrations/first-release/015-notices.server.ts'
import * as agents from '#app/platform/db/migrations/first-release/016-agents.server.ts'
import * as signatures from '#app/platform/db/migrations/first-release/017-people.server.ts'
import * as signups from '#app/platform/db/migrations/018-accounts.server.ts'
import * as invitations from '#app/platform/db/migrations/019-invitations.server.ts'
import * as stopped from '#app/platform/db/migrations/020-stopped.server.ts'
import * as sections from '#app/platform/db/migrations/021-sections.server.ts'
import * as site from '#app/platform/db/migrations/022-site.server.ts'
import * as keyRequests from '#app/platform/db/migrations/023-key-requests.server.ts'
import * as sorting from '#app/platform/db/migrations/024-sorting.server.ts'
import * as bots from '#app/platform/db/migrations/025-bots.server.ts'
import * as directory from '#app/platform/db/migrations/026-directory.server.ts'
import * as guildStates from '#app/platform/db/migrations/028-guild-states.server.ts'
import * as settings from '#app/platform/db/migrations/029-settings.server.ts'
import * as sortingGuilds from '#app/platform/db/migrations/030-sorting-guilds.server.ts'
import * as claims from '#app/platform/db/migrations/031-claims.server.ts'
import * as keys from '#app/platform/db/migrations/033-keys.server.ts'
import * as readers from '#app/platform/db/migrations/037-readers.server.ts'
import * as feedback from '#app/platform/db/migrations/038-feedback.server.ts'
import * as announcements from '#app/platform/db/migrations/039-announcements.server.ts'
import * as interactionKeys from '#app/platform/db/migrations/041-interactions.server.ts'

/** Milliseconds that a process waits for the lock to migrate a SQLite file. */
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
  '021-sections': sections,
  '022-site': site,
  '023-key-requests': keyRequests,
  '024-sorting': sorting,
  '025-bots': bots,
  '026-directory': directory,
  '028-guild-states': guildStates,
  '029-settings': settings,
  '030-sorting-guilds': sortingGuilds,
  '031-claims': claims,
  '033-keys': keys,
  '037-readers': readers,
  '038-feedback': feedback,
  '039-announcements': announcements,
  '041-interactions': interactionKeys,
}

const provider = { getMigrations: async () => migrations }

/** Creates the error for a database that a newer version has changed. Writing to the database would be unsafe. */
const newerSchema = (unknown: string[]) =>
  Object.assign(
    new Error(
      `a newer version has changed the database (${unknown.join(', ')}): run that version, or restore an older backup`,
    ),
    { code: 'NEWER_SCHEMA' },
  )

/**
 * Applies pending migrations under a lock and returns their names. Two processes can call this function at the same
 * time. Throws if a newer version has migrated the database.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { pending, unknown } = await migrationsOf(db)
  if (unknown.length) throw newerSchema(unknown)
  // The migrator reads the whole schema first, even if no migration is pending.
  if (!pending.length) return []
  if (!isPostgres(db)) await sql`pragma busy_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (!isPostgres(db)) await sql`pragma busy_timeout = 0`.execute(db)
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Returns the pending migrations, and the applied migrations that this version does not include. */
export async function migrationsOf(db: Db): Promise<{ pending: string[]; unknown: string[] }> {
  const done = await appliedMigrations(db)
  return {
    pending: knownMigrations.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !(name in migrations)),
  }
}

/** Returns the applied migrations in order. For a new database, the list is empty. */
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

/** Tables in which the migrator keeps its state. The tables exist before the first migration has run. */
export const migrationTables = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE]

/** Names of this version's migrations. */
export const knownMigrations = Object.keys(migrations)

/** Checks whether no migration is pending. */
export const isMigrated = async (db: Db): Promise<boolean> => (await migrationsOf(db)).pending.length === 0
