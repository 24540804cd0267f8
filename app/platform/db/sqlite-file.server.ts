import type Database from 'better-sqlite3'

/**
 * Version 13 of the driver wants Node 22 and ends the process on Node 20; version 12 ends it on Node 24, when a
 * statement is collected. Their interface is the same.
 */
export async function sqliteDriver(): Promise<typeof Database> {
  const [major] = process.versions.node.split('.')
  const driver = Number(major) >= 22 ? await import('better-sqlite3-napi') : await import('better-sqlite3')
  return driver.default
}

/** What SQLite says of a file that nobody writes to: `ok`, or the first thing that is wrong with it. It is not changed. */
export async function inspectFile(file: string): Promise<string> {
  const Driver = await sqliteDriver()
  const database = new Driver(file, { readonly: true, fileMustExist: true })
  try {
    return String(database.pragma('integrity_check(1)', { simple: true }))
  } finally {
    database.close()
  }
}

/**
 * Merges the log of a database into its file, so that the file alone is all of it; false when another process has it open,
 * and then nothing is changed.
 */
export async function settleFile(file: string): Promise<boolean> {
  const Driver = await sqliteDriver()
  const database = new Driver(file, { fileMustExist: true, timeout: 1_000 })
  try {
    return database.pragma('journal_mode = delete', { simple: true }) === 'delete'
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return false
    throw error
  } finally {
    database.close()
  }
}
