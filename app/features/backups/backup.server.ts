import { sql } from 'kysely'
import { copyFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { appliedMigrations } from '#app/platform/db/migrate.server.ts'
import { checkIntegrity } from '#app/platform/db/sqlite-dialect.server.ts'
import { Invalid, NotFound } from '#app/errors.ts'
import {
  fillFolderAtomically,
  backupNameAt,
  backupNames,
  prune,
} from '#app/features/backups/folder.server.ts'
import { runTool } from '#app/features/backups/postgres-tools.server.ts'
import { databaseFiles, type Engine } from '#app/features/backups/schema.ts'
import { release } from '#app/platform/config/release.ts'

type BackupOptions = {
  /** Parent folder of the backup folder. */
  to?: string | undefined
  /** Number of backups to keep in the parent folder, including the new backup. Default: all. */
  keep?: number | undefined
  now: Date
}

export const engineOf = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): Engine =>
  databaseUrl ? 'postgresql' : 'sqlite'

/** Returns the default folder for backups. */
export const defaultBackupFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups')

/** Checks whether the default folder contains a backup. */
export const hasBackup = (config: Pick<Config, 'dataDir'>): Promise<boolean> =>
  backupNames(defaultBackupFolder(config)).then(
    (names) => names.length > 0,
    () => false,
  )

/**
 * Creates a consistent backup of the database, secrets and mailbox while the service runs, and syncs it to disk. Throws
 * `NotFound` if there is no database, and `Refusal` if a tool fails.
 */
export async function createBackup(
  config: Config,
  { to = defaultBackupFolder(config), keep, now }: BackupOptions,
) {
  const engine = engineOf(config)
  const made_at = now.toISOString()
  const { path, manifest } = await fillFolderAtomically(to, backupNameAt(made_at), async (folder) => {
    const file = join(folder, databaseFiles[engine])
    const db = await openDatabase(config)
    try {
      const migrations = await appliedMigrations(db)
      if (!migrations.length)
        throw new NotFound(
          'There is no Signpost database to back up. Start Signpost once to create the database.',
        )
      if (engine === 'sqlite') {
        // The copy is a consistent snapshot and does not block writers.
        await sql`vacuum into ${file}`.execute(db)
        if ((await checkIntegrity(file)) !== 'ok')
          throw new Invalid('The copy of the database is damaged. Run signpost doctor for details.')
      } else {
        const args = ['--format=custom', '--no-owner', '--no-privileges', '--file', file]
        await runTool('pg_dump', config.databaseUrl!, args)
      }
      await copyDataFiles(config, folder)
      return {
        format: 'signpost-backup' as const,
        version: 1 as const,
        made_at,
        release: release.version,
        engine,
        migrations,
        own_pepper: config.keyPepper !== undefined,
      }
    } finally {
      await db.destroy()
    }
  })
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  return { path, engine, made_at, bytes, removed: keep === undefined ? [] : await prune(to, keep) }
}

/** Copies the files that exist only in the data folder. */
async function copyDataFiles({ dataDir, databaseUrl }: Config, folder: string) {
  const unless = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  }
  if (!databaseUrl) await copyFile(join(dataDir, 'secrets.json'), join(folder, 'secrets.json')).catch(unless)
  await cp(join(dataDir, 'mailbox'), join(folder, 'mailbox'), { recursive: true }).catch(unless)
}
