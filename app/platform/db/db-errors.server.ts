const connectionLossCodes = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', '57P01', '57P02']
/**
 * Errors of an unreachable server. During a restart, the host name can be unknown, and a new primary can be read-only
 * at first.
 */
const unreachableCodes = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
  '53300',
  '25006',
]
/** Lock and disk errors of SQLite. Extended codes begin with these codes. */
const lockedCodes = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']
/** Out-of-space errors of SQLite, PostgreSQL and the file system. */
const diskFullCodes = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']

/** Foreign key errors of SQLite and PostgreSQL: the referenced row does not exist. */
const foreignKeyCodes = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']

/** Error messages of the PostgreSQL driver that have no code. */
const connectionLostPattern =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not)/
const timeoutPattern = /^timeout exceeded/

function has(error: unknown, codes: string[], words?: RegExp): boolean {
  if (!(error instanceof Error)) return false
  const told = String((error as { code?: unknown }).code)
  return codes.some((code) => told === code || told.startsWith(`${code}_`)) || !!words?.test(error.message)
}

/** Checks whether an error means that the disk is full. Reads still work. */
export const isDiskFull = (error: unknown): boolean => has(error, diskFullCodes)

/** Checks whether an error means that the connection was lost. A commit may have succeeded without a response. */
export const isConnectionLoss = (error: unknown): boolean =>
  has(error, connectionLossCodes, connectionLostPattern)

/**
 * Checks whether an error is an outage: the database is unreachable, shutting down, locked or not writable. A retry may
 * succeed.
 */
export const isOutage = (error: unknown): boolean =>
  isConnectionLoss(error) ||
  isDiskFull(error) ||
  has(error, [...unreachableCodes, ...lockedCodes], timeoutPattern)

/** Checks whether a write failed because it refers to a row that was deleted. */
export const isForeignKeyViolation = (error: unknown): boolean => has(error, foreignKeyCodes)

/** Awaits an optional write and ignores database outages, so that an outage does not fail the request. */
export async function ignoreOutage(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isOutage(error)) throw error
  })
}
