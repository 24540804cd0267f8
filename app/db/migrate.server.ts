import { Migrator, type Migration } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import * as accounts from '#app/db/migrations/001-accounts.server.ts'
import * as guilds from '#app/db/migrations/002-guilds.server.ts'
import * as statistics from '#app/db/migrations/003-statistics.server.ts'
import * as content from '#app/db/migrations/004-content.server.ts'
import * as people from '#app/db/migrations/005-people.server.ts'
import * as management from '#app/db/migrations/006-management.server.ts'
import * as activity from '#app/db/migrations/007-statistics.server.ts'
import * as interactions from '#app/db/migrations/008-interactions.server.ts'
import * as registration from '#app/db/migrations/009-registration.server.ts'
import * as jobs from '#app/db/migrations/010-jobs.server.ts'
import * as contact from '#app/db/migrations/011-contact.server.ts'
import * as chat from '#app/db/migrations/012-chat.server.ts'
import * as media from '#app/db/migrations/013-media.server.ts'
import * as cms from '#app/db/migrations/014-cms.server.ts'
import * as notices from '#app/db/migrations/015-notices.server.ts'
import * as agents from '#app/db/migrations/016-agents.server.ts'

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
}

/**
 * Brings the schema up to date and returns the names that were applied. Two processes may call it at once: the first
 * takes the lock (an advisory lock on PostgreSQL, the write lock on SQLite), the second finds nothing left to do.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** True when the schema is the one that this code was written for. */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  return (await migrator.getMigrations()).every((migration) => migration.executedAt)
}
