import { z } from 'zod'

/** What a bearer token may be made of (RFC 6750), long enough that nobody guesses it. */
const metricsToken = z
  .string()
  .trim()
  .regex(/^[\w.~+/-]{16,200}=*$/, {
    error: 'at least 16 letters, digits or signs of -._~+/, such as openssl rand -hex 32 makes',
  })
  .optional()

const days = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/, { error: 'a whole number of days, or 0 for ever' })
  .transform(Number)

export const healthSettings = { METRICS_TOKEN: metricsToken, AUDIT_DAYS: days.default(400) }
