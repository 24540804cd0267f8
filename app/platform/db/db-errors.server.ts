const connectionLossCodes = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', '57P01', '57P02']
/** The name of a server that is started anew may be unknown meanwhile, and one that takes over may not write yet. */
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
/** Locked by somebody else, or on a disk that fails. SQLite's extended codes begin with these. */
const lockedCodes = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']
/** No room: SQLite's, PostgreSQL's, and the file system's own two. */
const diskFullCodes = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']

/** A row that this one refers to is not there. */
const foreignKeyCodes = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']

/** What the driver of PostgreSQL says without a code. */
const connectionLostPattern =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not)/
const timeoutPattern = /^timeout exceeded/

function has(error: unknown, codes: string[], words?: RegExp): boolean {
  if (!(error instanceof Error)) return false
  const told = String((error as { code?: unknown }).code)
  return codes.some((code) => told === code || told.startsWith(`${code}_`)) || !!words?.test(error.message)
}

/** True for what a database throws that has no room to write to, or a file system that has none. Reading goes on. */
export const isDiskFull = (error: unknown): boolean => has(error, diskFullCodes)

/** True for an outage in the middle of something: a commit may have been made whose answer got lost. */
export const isConnectionLoss = (error: unknown): boolean =>
  has(error, connectionLossCodes, connectionLostPattern)

/** True for what a database throws when it cannot be reached, is shutting down, stays locked, or cannot write: trying again may help. */
export const isOutage = (error: unknown): boolean =>
  isConnectionLoss(error) ||
  isDiskFull(error) ||
  has(error, [...unreachableCodes, ...lockedCodes], timeoutPattern)

/** True for what a database throws when a write refers to what somebody has deleted meanwhile, be it its author. */
export const isForeignKeyViolation = (error: unknown): boolean => has(error, foreignKeyCodes)

/** Waits for a write that may be left undone while the database takes none: nobody is refused for the sake of a note. */
export async function ignoreOutage(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isOutage(error)) throw error
  })
}
