import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'

/** Files in the data folder that an earlier version could have left readable by others. */
const FILES = ['signpost.db', 'signpost.db-wal', 'signpost.db-shm', 'secrets.json', 'gateway-session.json']
const FOLDERS = ['cache', 'mailbox']

/** Sets a file mode. Ignores errors, such as for files that another user owns. */
const restrictMode = (path: string, mode: number) => chmod(path, mode).catch(() => {})

/** Creates a private file unless it exists. Does not open an existing file, because that would drop SQLite's locks. */
export async function createPrivateFile(file: string): Promise<void> {
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Makes new files and folders private to the process user. */
export const useOwnerOnlyUmask = (): void => void process.umask(0o077)

/** Makes our files in the data folder private, regardless of the folder's mode. */
export async function restrictDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  await Promise.all([
    ...FILES.map((name) => restrictMode(join(dataDir, name), 0o600)),
    ...FOLDERS.map((name) => restrictMode(join(dataDir, name), 0o700)),
  ])
}
