import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'

/** What an earlier version may have left open to others in the data folder. */
const FILES = ['signpost.db', 'signpost.db-wal', 'signpost.db-shm', 'secrets.json', 'gateway-session.json']
const FOLDERS = ['cache', 'mailbox']

/** A file of another user, or on a file system without modes, stays as it is. */
const restrictMode = (path: string, mode: number) => chmod(path, mode).catch(() => {})

/** Creates a file that only its owner may read, unless it exists. It is not opened: that would drop SQLite's locks on it. */
export async function createPrivateFile(file: string): Promise<void> {
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Has the process create files and folders for its own user alone. */
export const useOwnerOnlyUmask = (): void => void process.umask(0o077)

/** Closes our own files in the data folder to other users, whatever the mode of the folder. */
export async function restrictDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  await Promise.all([
    ...FILES.map((name) => restrictMode(join(dataDir, name), 0o600)),
    ...FOLDERS.map((name) => restrictMode(join(dataDir, name), 0o700)),
  ])
}
