const losses = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', '57P01']
const outages = [...losses, 'ECONNREFUSED', '57P03', '53300', 'SQLITE_BUSY', 'SQLITE_LOCKED']

const isOneOf = (codes: string[], words: RegExp, error: unknown) =>
  error instanceof Error &&
  (codes.includes(String((error as { code?: unknown }).code)) || words.test(error.message))

/** True for what a database throws when it cannot be reached, is shutting down, or stays locked: trying again may help. */
export const isOutage = (error: unknown): boolean =>
  isOneOf(outages, /^(timeout exceeded|Connection terminated)/, error)

/** True for an outage in the middle of something: a commit may have been made whose answer got lost. */
export const isLoss = (error: unknown): boolean => isOneOf(losses, /^Connection terminated/, error)
