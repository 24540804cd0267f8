import { z } from 'zod'

/** A Discord id: a 64-bit number as text, because JavaScript's numbers end at 2^53. */
export const snowflake = z.string().regex(/^\d{17,20}$/, { error: 'A Discord id: 17 to 20 digits.' })

/** An e-mail address, as it is kept. */
export const email = z
  .string({ error: 'Enter an e-mail address.' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'Enter an e-mail address.', abort: true })
  .max(254, { error: 'This address is too long.', abort: true })
  .pipe(z.email({ error: 'This is not an e-mail address.' }))
  .meta({ description: 'Compared in lower case.' })
