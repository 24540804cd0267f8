import { resolve, sep } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { Refusal } from '#app/errors.ts'

type Store = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Error codes of PostgreSQL for an unknown user, password or database. */
const postgresAccessCodes = /^(28...|3D000|42501)$/

/**
 * Returns an error that names the setting to check, `DATABASE_URL` or `DATA_DIR`. Returns null for unrelated errors.
 */
export function explainDatabaseError(error: unknown, { databaseUrl, dataDir }: Store): Refusal | null {
  const { code = '', path } = error as { code?: string; path?: string }
  const why = code ? ` (${code})` : ''
  const isOurs = path !== undefined && `${resolve(path)}${sep}`.startsWith(`${dataDir}${sep}`)
  // The folder that cannot be created can be a parent of `DATA_DIR`.
  const isAbove = path !== undefined && `${dataDir}${sep}`.startsWith(`${resolve(path)}${sep}`)
  if (isOurs || isAbove || /^SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM|AUTH)/.test(code))
    return unavailable(
      `Signpost cannot write to the folder ${dataDir}${why}. Make the user that runs Signpost the owner of the folder, or set DATA_DIR to another folder.`,
    )
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return unavailable(
      `Another process has locked the database${why}. Stop that process, or set DATA_DIR to another folder.`,
    )
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return unavailable(
      `The file signpost.db in DATA_DIR (${dataDir}) is not a database${why}. Restore a backup.`,
    )
  if (!databaseUrl) return null
  const { hostname, port } = new URL(databaseUrl)
  if (postgresAccessCodes.test(code))
    return unavailable(
      `PostgreSQL refused the connection${why}. Check the user, the password and the database in DATABASE_URL.`,
    )
  if (isOutage(error))
    return unavailable(
      `The database at ${hostname}:${port || 5432} does not respond${why}. Check DATABASE_URL, and make sure that PostgreSQL is running.`,
    )
  return null
}

const unavailable = (message: string) => new Refusal('unavailable', message)
