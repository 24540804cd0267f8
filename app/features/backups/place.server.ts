import { constants } from 'node:fs'
import { access, copyFile, cp, link, mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'
import { databaseFile } from '#app/platform/db/connection.server.ts'
import { checkpointFile } from '#app/platform/db/sqlite-dialect.server.ts'
import { Conflict } from '#app/errors.ts'
import { backupNameAt, fsyncFolder } from '#app/features/backups/folder.server.ts'
import { databaseFiles } from '#app/features/backups/schema.ts'

const exists = (path: string) =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  )

/**
 * Copies a backup into the data folder. Keeps old files in a subfolder and returns its path, or null if there was no
 * database. Replaces the database last and atomically, so that the command can be repeated.
 */
export async function installBackup(
  { dataDir }: Pick<Config, 'dataDir'>,
  { from, replace, now }: { from: string; replace: boolean; now: Date },
): Promise<string | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = databaseFile(dataDir)
  const isThere = await exists(file)
  if (isThere && !replace)
    throw new Conflict(
      `${dataDir} already has a database. To replace the database, add --replace. The old database is kept.`,
    )
  if (isThere && !(await checkpointFile(file)))
    throw new Conflict(`Another process has ${file} open. Stop the server and all commands first.`)
  const kept = isThere ? join(dataDir, `${backupNameAt(now.toISOString())}.before-restore`) : null
  const fresh = `${file}.restoring`
  await copyFile(join(from, databaseFiles.sqlite), fresh)
  await fsyncFile(fresh)
  if (kept) await keepOldFiles(dataDir, kept)
  for (const name of companionFiles) {
    if (await exists(join(from, name)))
      await cp(join(from, name), join(dataDir, name), { recursive: true, force: true })
  }
  await rename(fresh, file)
  await fsyncFolder(dataDir)
  return kept
}

/** Files that belong to the database. */
const companionFiles = ['secrets.json', 'mailbox']

/** Keeps the old files in a folder. A hard link preserves the old database when the database is replaced. */
async function keepOldFiles(dataDir: string, kept: string) {
  await mkdir(kept, { mode: 0o700 })
  await link(databaseFile(dataDir), databaseFile(kept))
  for (const name of companionFiles) {
    if (await exists(join(dataDir, name)))
      await cp(join(dataDir, name), join(kept, name), { recursive: true, preserveTimestamps: true })
  }
  await fsyncFolder(kept)
}

async function fsyncFile(path: string) {
  const handle = await open(path, 'r+')
  await handle.chmod(0o600)
  await handle.sync().finally(() => handle.close())
}
