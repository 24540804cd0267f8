import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { appliedMigrations, knownMigrations, migrate } from '#app/platform/db/migrate.server.ts'
import { Conflict, Invalid } from '#app/errors.ts'
import { defaultBackupFolder, engineOf, createBackup } from '#app/features/backups/backup.server.ts'
import { readManifest, verify } from '#app/features/backups/folder.server.ts'
import { importIntoPostgres } from '#app/features/backups/move.server.ts'
import { runTool } from '#app/features/backups/postgres-tools.server.ts'
import { installBackup } from '#app/features/backups/place.server.ts'
import { databaseFiles, type Manifest } from '#app/features/backups/schema.ts'
import { countOtherConnections, foreignTables } from '#app/features/backups/store.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

type RestoreOptions = {
  /** Folder of the backup. */
  from: string
  /** True if the backup can replace existing data. The existing data is kept elsewhere. */
  replace: boolean
  now: Date
}

/**
 * Restores a backup and migrates the database. Keeps old data in a folder (SQLite) or in a backup (PostgreSQL). Changes
 * nothing if the backup is damaged or the service is running. Replaces existing data only if `replace` is true.
 */
export async function restoreBackup(config: Config, { from, replace, now }: RestoreOptions) {
  const manifest = await readManifest(from)
  requireKnownMigrations(manifest)
  await verify(from, manifest)
  const target = engineOf(config)
  if (manifest.engine === 'postgresql' && target === 'sqlite')
    throw new Invalid('This is a PostgreSQL backup. Set DATABASE_URL to the target database.')
  const kept =
    target === 'sqlite'
      ? await installBackup(config, { from, replace, now })
      : await restorePostgres(config, { from, replace, now }, manifest)
  const db = await openDatabase(config)
  try {
    const applied = await migrate(db)
    return { made_at: manifest.made_at, engine: target, applied, kept, own_pepper: manifest.own_pepper }
  } finally {
    await db.destroy()
  }
}

function requireKnownMigrations({ migrations, release }: Manifest) {
  const unknown = migrations.filter((name) => !knownMigrations.includes(name))
  if (unknown.length)
    throw new Invalid(
      `This backup is from a newer version, ${release} (${unknown.join(', ')}). Restore the backup with that version.`,
    )
}

async function restorePostgres(config: Config, { from, replace, now }: RestoreOptions, manifest: Manifest) {
  const databaseUrl = config.databaseUrl!
  const db = await openDatabase(config)
  let kept: string | null = null
  try {
    const busy = await countOtherConnections(db)
    if (busy)
      throw new Conflict(
        `${formatAmount(busy, 'connection of Signpost is', 'connections of Signpost are')} open. Stop every instance first.`,
      )
    if ((await appliedMigrations(db)).length) {
      if (!replace)
        throw new Conflict(
          'The database is not empty. To back up and then replace the database, add --replace.',
        )
      kept = (await createBackup(config, { to: join(defaultBackupFolder(config), 'before-restore'), now }))
        .path
    } else {
      const others = await foreignTables(db)
      if (others.length)
        throw new Conflict(
          `The database has tables from another program (${others.join(', ')}). Restore into an empty database.`,
        )
    }
    if (manifest.engine === 'sqlite') await importIntoPostgres(db, from)
  } finally {
    await db.destroy()
  }
  if (manifest.engine === 'postgresql') {
    const file = join(from, databaseFiles.postgresql)
    await stat(file)
    await runTool('pg_restore', databaseUrl, [
      ...['--clean', '--if-exists', '--no-owner', '--no-privileges'],
      ...['--single-transaction', '--exit-on-error', file],
    ])
  }
  return kept
}
