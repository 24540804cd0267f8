const losses = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', '57P01']
/** Unreachable, shutting down, out of connections, locked, on a disk that fails, or a standby that takes no writes. */
const outages = [
  ...losses,
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P02',
  '57P03',
  '53300',
  '25006',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
]
/** No room: SQLite's, PostgreSQL's (class 53), and the file system's own two. */
const noRoom = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']

const codeOf = (error: unknown) => String((error as { code?: unknown }).code)

/** SQLite's extended codes begin with the plain one. */
const isOneOf = (codes: string[], error: unknown) =>
  error instanceof Error &&
  codes.some((code) => codeOf(error) === code || codeOf(error).startsWith(`${code}_`))

const says = (words: RegExp, error: unknown) => error instanceof Error && words.test(error.message)

/** True for what a database throws that has no room to write to, or a file system that has none. Reading goes on. */
export const isFull = (error: unknown): boolean => isOneOf(noRoom, error)

/**
 * True for what a database throws when it cannot be reached, is shutting down, stays locked, or cannot write: nothing was
 * stored, and trying again may help.
 */
export const isOutage = (error: unknown): boolean =>
  isOneOf(outages, error) || isFull(error) || says(/^(timeout exceeded|Connection terminated)/, error)

/** True for an outage in the middle of something: a commit may have been made whose answer got lost. */
export const isLoss = (error: unknown): boolean =>
  isOneOf(losses, error) || says(/^Connection terminated/, error)

/** Waits for a write that may be left undone while the database takes none: nobody is refused for the sake of a note. */
export async function ifPossible(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isOutage(error)) throw error
  })
}
