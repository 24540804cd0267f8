const losses = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', '57P01', '57P02']
/** The name of a server that is started anew may be unknown meanwhile, and one that takes over may not write yet. */
const away = [
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
const stuck = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']
/** No room: SQLite's, PostgreSQL's, and the file system's own two. */
const noRoom = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']

/** A row that this one refers to is not there. */
const missing = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']

/** What the driver of PostgreSQL says without a code. */
const isLost = /^(Connection terminated|Client (has encountered a connection error|was closed) and is not)/
const isLate = /^timeout exceeded/

function has(error: unknown, codes: string[], words?: RegExp): boolean {
  if (!(error instanceof Error)) return false
  const told = String((error as { code?: unknown }).code)
  return codes.some((code) => told === code || told.startsWith(`${code}_`)) || !!words?.test(error.message)
}

/** True for what a database throws that has no room to write to, or a file system that has none. Reading goes on. */
export const isFull = (error: unknown): boolean => has(error, noRoom)

/** True for an outage in the middle of something: a commit may have been made whose answer got lost. */
export const isLoss = (error: unknown): boolean => has(error, losses, isLost)

/** True for what a database throws when it cannot be reached, is shutting down, stays locked, or cannot write: trying again may help. */
export const isOutage = (error: unknown): boolean =>
  isLoss(error) || isFull(error) || has(error, [...away, ...stuck], isLate)

/** True for what a database throws when a write refers to what somebody has deleted meanwhile, be it its author. */
export const isOrphan = (error: unknown): boolean => has(error, missing)

/** Waits for a write that may be left undone while the database takes none: nobody is refused for the sake of a note. */
export async function ifPossible(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isOutage(error)) throw error
  })
}
