import { z } from 'zod'

const error = 'a whole number of hours from 0 to 168'

const idleHours = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/, { error })
  .transform(Number)
  .refine((value) => value <= 168, { error })

/** The settings of accounts and sessions, by the names of their environment variables. */
export const accountSettings = {
  SIGNUP: z.enum(['open', 'invite', 'closed']).optional(),
  SESSION_IDLE_HOURS: idleHours.default(72),
  BREACHED_PASSWORDS: z.enum(['allow', 'refuse']).default('allow'),
}
