const outages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P03',
  '53300',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
])

/** True for what a database throws when it cannot be reached, is shutting down, or stays locked: trying again may help. */
export function isOutage(error: unknown) {
  if (!(error instanceof Error)) return false
  return (
    outages.has(String((error as { code?: unknown }).code)) ||
    /^(timeout exceeded|Connection terminated)/.test(error.message)
  )
}
