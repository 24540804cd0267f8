import { z } from 'zod'

/** Schema of an IANA time zone name, such as `Europe/Paris`. */
export const timeZone = z
  .string({ error: 'Enter an IANA time zone, such as Europe/Paris or UTC.' })
  .max(64)
  .refine(isTimeZone, { error: 'Enter an IANA time zone, such as Europe/Paris or UTC.' })

function isTimeZone(name: string) {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
