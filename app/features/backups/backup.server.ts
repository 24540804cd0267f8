import { sql } from 'kysely'
import { copyFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { appliedMigrations } from '#app/platform/db/migrate.server.ts'
import { checkIntegrity } from '#app/platform/db/sqlite-dialect.server.ts'
import { Invalid, NotFound } from '#app/errors.ts'
import { fillFolderAtomically, backupNameAt, prune } from '#app/features/backups/folder.server.ts'
import { runTool } from '#app/features/backups/postgres-tools.server.ts'
import { databaseFiles, type Engine } from '#app/features/backups/schema.ts'
import { release } from '#app/platform/config/release.ts'

type BackupOptions = {
  /** The folder that gets the backup as a folder of its own. */
  to?: string | undefined
  /** How many backups stay there, this one included; all when not given. */
  keep?: number | undefined
  now: Date
}

export const engineOf = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): Engine =>
  databaseUrl ? 'postgresql' : 'sqlite'

/** Where backups go unless another place is named. */
export const defaultBackupFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups')

/**
 * Makes a backup of the database as it is at one moment, with the secrets and the mailbox, while the service goes on. The
 * whole is on the disk when this resolves. Throws `NotFound` where there is nothing to back up, and `Refusal` when a tool fails.
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
      if (!migrations.length) throw new NotFound('There is no database of Signpost to back up yet.')
      if (engine === 'sqlite') {
        // One reader's view of the file: writers go on, and the copy has no gaps.
        await sql`vacuum into ${file}`.execute(db)
        if ((await checkIntegrity(file)) !== 'ok')
          throw new Invalid('The copy of the database is not whole: signpost doctor says more.')
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

/** What is in the data folder and nowhere else. */
async function copyDataFiles({ dataDir, databaseUrl }: Config, folder: string) {
  const unless = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  }
  if (!databaseUrl) await copyFile(join(dataDir, 'secrets.json'), join(folder, 'secrets.json')).catch(unless)
  await cp(join(dataDir, 'mailbox'), join(folder, 'mailbox'), { recursive: true }).catch(unless)
}
