import { z } from 'zod'

/** A Discord id: a 64-bit number as text, because JavaScript's numbers end at 2^53. */
export const snowflake = z.string().regex(/^\d{17,20}$/, { error: 'A Discord id: 17 to 20 digits.' })

export const addGuildInput = z.strictObject({
  id: snowflake,
  name: z
    .string()
    .trim()
    .min(1, { error: 'Enter a name.' })
    .max(100, { error: 'Use at most 100 characters.' }),
})

export type AddGuildInput = z.infer<typeof addGuildInput>
export type Guild = { id: string; name: string; created_at: string }
